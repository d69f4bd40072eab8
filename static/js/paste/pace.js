"use strict";
/*
 * Paste, part 1: work in slices, so that the page answers at all times.
 *
 * Every loop over a paste asks whether its slice is over, and rests if so. Whoever works for an
 * older paste than the one wanted now ends there.
 */
{
  /** Well below 50 ms, from where on a reader notices: garbage and drawing come on top. */
  const SLICE_MS = 8;

  const now = () => (typeof performance === "object" ? performance.now() : Date.now());

  class Outdated extends Error {}

  /** Lets whatever waits have its turn; timers would wait for milliseconds. */
  function turn() {
    const scheduler = /** @type {any} */ (globalThis).scheduler;
    if (scheduler?.yield) return scheduler.yield();
    if (typeof MessageChannel !== "function") return Promise.resolve();
    return new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        resolve(undefined);
      };
      port2.postMessage(0);
    });
  }

  class Pace {
    /** @param {() => boolean} isCurrent */
    constructor(isCurrent) {
      this.isCurrent = isCurrent;
      this.until = now() + SLICE_MS;
    }

    isDue() {
      return now() > this.until;
    }

    /** Ends here if something newer is wanted. */
    check() {
      if (!this.isCurrent()) throw new Outdated();
    }

    async rest() {
      await turn();
      this.check();
      this.until = now() + SLICE_MS;
    }
  }

  Object.assign(errbook, {
    Outdated,
    /** @param {() => boolean} isCurrent */
    pace: (isCurrent) => new Pace(isCurrent),
  });
}
