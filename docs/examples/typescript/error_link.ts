/** Errors that say where they are explained: by code, or by the id of a record. */

/** Where the errors of this program are explained. The only place that knows. */
export const ERRORS = "https://example.org/errors/";

/** The address of all that is known of a code of letters, digits and hyphens. */
export function byCode(code: string): string {
  return `${ERRORS}codes/${code}.html`;
}

/** The address of one record; `#fix` is kept on the way to its page. */
export function byId(record: string): string {
  return `${ERRORS}id/${record}.html#fix`;
}

/** What can go wrong with an anvil; the last line of its text says where to read about it. */
export class AnvilError extends Error {
  constructor(message: string, readonly link: string) {
    super(`${message}\n  see ${link}`);
    this.name = "AnvilError";
  }
}

export function noRoom(place: string): AnvilError {
  return new AnvilError(`ANV001: no room for the anvil at ${place}`, byCode("ANV001"));
}

export function frayed(): AnvilError {
  // It has no code, so the id of its record stands here.
  return new AnvilError("the rope is frayed", byId("55553dba6b312e5e"));
}

/** An answer of an HTTP API as `application/problem+json` (RFC 9457). */
export interface Problem {
  /** Names the kind of problem, and leads to its explanation. */
  type: string;
  title: string;
  status: number;
  detail: string;
}

/** The problem that an API answers with where an anvil has no room. */
export function noRoomProblem(place: string): Problem {
  return {
    type: byCode("ANV001"),
    title: "No room for the anvil",
    status: 409,
    detail: `Another anvil lies at ${place}.`,
  };
}
