/**
 * What the search scripts share: one object, `errbook`, that each file adds its functions to.
 * Only the type checker reads this file.
 */

declare var errbook: Errbook;

/** A log that was pasted into the search box and not yet read. */
declare var pastedLog: string | undefined;

/** What every file of the index calls when it is loaded as a script. */
declare function eb(name: string, value: unknown): void;

/** `search/root.js`, its directory split into lines. */
interface IndexRoot {
  v: number;
  /** Number of records. */
  n: number;
  /** Records in a document shard. */
  dp: number;
  /** Document shards in a folder, 0 if they lie in none. */
  df: number;
  /** How many records both words of a pair are in at least. */
  gram: number;
  /** Generation of each kind of shard. */
  gen: Record<string, string>;
  /** Where each shard of title terms begins. */
  starts: string[];
}

/** Postings as numbers; see lists.js. */
type NumberList = number[];
/** A shard of terms. */
type TermShard = Record<string, NumberList>;
/** Scores by record number. */
type Scores = Map<number, number>;

/** The list of frequent words. */
interface WordList {
  words: string[];
  /** About the logarithm of how many messages each word is in. */
  sizes: number[];
}

interface RecordRow {
  /** Number of the record in the index. */
  number: number;
  id: string;
  title: string;
  /** Error code, else class, else empty. */
  label: string;
  severity: string;
  repo: string;
  path: string;
  /** 0 if unknown. */
  line: number;
  /** Address of the page, from the root of the site, not encoded. */
  address: string;
}

/** One way to read a word of the query. */
interface Reading {
  term: string;
  /** 1 as typed, less if completed or corrected. */
  worth: number;
  list: NumberList;
}

/** A word of the query and what it may stand for. */
interface Slot {
  word: string;
  readings: Reading[];
  /** How many records hold any of the readings. */
  count: number;
  /** How much the word tells records apart. */
  weight: number;
  /** The best impact of any reading, by record; all records if `whole`. */
  impacts: Scores;
  whole: boolean;
  /** Where there is such a word; what it was corrected to is in titles. */
  known: "titles" | "prose" | "corrected" | "nowhere";
}

interface Query {
  /** Groups of terms: a run that is one word is a group of one way to read it. */
  runs: { whole: string; parts: string[] }[];
  /** Facet terms that every result has. */
  filters: string[];
  /** Whether the last word may be unfinished. */
  open: boolean;
  text: string;
}

interface SearchOptions {
  /** Rows wanted. */
  rows?: number;
  /** Facet terms besides those in the text. */
  filters?: string[];
  /** The second best source, mostly prose, is asked if the best gives fewer rows than this. */
  proseBelow?: number;
}

/** One row of results: a record, and others with the same message. */
interface ResultRow {
  record: RecordRow;
  copies: RecordRow[];
}

/** What is known so far; later answers only append rows. */
interface Answer {
  rows: ResultRow[];
  /** Beginnings of words and whole terms to mark in titles. */
  marks: Marks;
  /** Words read as others: `conection` as `connection`. */
  corrections: { typed: string; read: string[] }[];
  /** Whether there are further results than the rows. */
  further: boolean;
  /** Whether prose is still to be searched. */
  pending: boolean;
}

interface Marks {
  beginnings: string[];
  terms: Set<string>;
}

/** Values of a facet with counts. */
type FacetValues = Record<string, [string, number][]>;

/** A line of a paste. */
interface PasteLine {
  /** What it says, without terminal codes, escapes, and what loggers put before it. */
  core: string;
  /** Its length with what loggers put before it. */
  width: number;
  /** Its number in the input, from 1. */
  number: number;
  /** How likely it is a message, in points. */
  weight: number;
  /** Whether it belongs to a stack trace. */
  isAside: boolean;
}

/** Work in slices; see pace.js. */
interface Pace {
  isDue(): boolean;
  rest(): Promise<void>;
  check(): void;
}

/** The text that patterns are looked for in; see stretch.js. */
interface Stretch {
  text: string;
  /** The same with A to Z in lower case. */
  low: string;
  /** Whether lines that a terminal cut are joined by nothing. */
  isGlued: boolean;
  /** Which line of the paste holds a place. */
  lineAt(at: number): number;
  /** Where lines begin and end as they were before they were cut. */
  lineStart(at: number): number;
  lineEnd(at: number): number;
  endsWithin(from: number, to: number): number;
  isStart(at: number): boolean;
  isEnd(at: number): boolean;
}

interface PlacedWord {
  word: string;
  from: number;
  end: number;
}

/** A word under which patterns are filed. */
interface Router {
  /** Rarity. */
  bits: number;
  /** The first shard of its patterns, -1 if there is none. */
  shard: number;
  /** How many shards they are split in. */
  parts: number;
}

interface RouterList {
  routers: Map<string, Router>;
  /** The rarity of a word that is not listed. */
  most: number;
  /** First shard and number of shards of patterns without a listed word; 0 if there are none. */
  unlisted: 0 | [number, number];
}

/** A router that stands in the paste. */
interface Candidate {
  word: string;
  router: Router;
  score: number;
  key: number;
  /** Where it says most; none if it stands in glued text only. */
  line: PasteLine | undefined;
}

interface PasteWords {
  all: string[];
  /** From where to where the words of a line stand. */
  places: Map<PasteLine, [number, number]>;
  /** All words of the text whose cut lines are joined. */
  glued: string[];
}

/** A pattern: literals with holes between them. */
interface Template {
  literals: string[];
  /** The literals with A to Z in lower case. */
  small: string[];
  /** What the holes are called. */
  names: string[];
  /** How much its words tell. */
  information: number;
}

interface PatternShard {
  strings: string[];
  /** Further shards that belong to this one. */
  more: number[];
  /** Templates and records in turn, as they are written. */
  rows: any[];
  /** Templates read so far. */
  templates: Template[];
}

/** The records of a template as they are written. */
interface CodedRecords {
  strings: string[];
  coded: number[];
}

/** Where a template fits. */
interface Placed {
  start: number;
  end: number;
  /** From where to where each hole goes but one at the start; -1: as far as it can. */
  holes: [number, number][];
  penalty: number;
  /** Characters in holes between literals. */
  held: number;
}

interface Worth {
  score: number;
  isSure: boolean;
  isCertain: boolean;
  /** Whether it is worth showing if it is not sure. */
  isPossible: boolean;
}

interface PatternMatch extends Worth {
  template: Template;
  stretch: Stretch;
  placed: Placed;
  /** Likeliest first. */
  records: { number: number; bonus: number }[];
  /** How many records have this message. */
  total: number;
}

interface FoundPattern {
  match: PatternMatch;
  values: HeldValue[];
}

/** What stood in a hole. */
interface HeldValue {
  name: string;
  value: string;
}

interface PasteOptions {
  /** Whether the answer is still wanted. */
  isCurrent?: () => boolean;
  /** Most shards of patterns to load. */
  shards?: number;
  /** Most rows. */
  rows?: number;
}

/** A place in a source file. */
interface PastedPlace {
  /** Empty if it is not from a link. */
  repo: string;
  path: string;
  /** The line in the file; 0 if it is not said. */
  number: number;
  /** Where in the paste. */
  line: PasteLine;
}

/** A record found by its code or place. */
interface LookedUp {
  record: RecordRow;
  line: PasteLine;
  isSure: boolean;
}

/** An error recognised in a paste. */
interface PasteRow {
  record: RecordRow;
  /** How many more records have this message. */
  further: number;
  values: HeldValue[];
  /** The line of the paste. */
  line: number;
  isSure: boolean;
  /** Whether it is the cause of others in its trace. */
  isCause: boolean;
}

interface PasteAnswer {
  rows: PasteRow[];
  /** Word hits, if there are no rows. */
  similar: Answer | undefined;
}

interface Errbook {
  // core.js
  open(base: string): void;
  root(): Promise<IndexRoot>;
  load<T>(kind: string, name: string | number, read?: (value: any) => T): Promise<T>;
  /** Thrown when the index was replaced while it was read: ask again. */
  Replaced: new () => Error;

  // tokens.js
  terms(text: string): string[];
  runs(text: string): { text: string; isWord: boolean }[];
  scripts(run: string): { text: string; isUnspaced: boolean }[];
  readings(run: string): { whole: string; parts: string[] }[];
  lower(text: string): string;

  // directory.js
  shardAt(starts: string[], key: string): number;
  titleShard(term: string): Promise<TermShard>;
  proseShard(term: string): Promise<TermShard>;
  listIn(shard: TermShard, term: string): NumberList | undefined;
  unfront(text: string): string[];
  wordList(): Promise<WordList>;
  listedWith(list: WordList, beginning: string, most: number): string[];
  wordsEnding(ending: string): Promise<string[]>;
  facetValues(): Promise<FacetValues>;

  // lists.js
  count(list: NumberList): number;
  isLong(list: NumberList): boolean;
  readHead(list: NumberList, scale: number[], factor: number, into: Scores, among?: Scores): void;
  readWhole(kind: string, reading: Reading, scale: number[], into: Scores, among?: Scores): Promise<void>;
  restrict(terms: string[], scores: Scores): Promise<Scores>;
  titleScale: number[];
  proseScale: number[];

  // documents.js
  records(numbers: number[]): Promise<RecordRow[]>;
  href(root: string, record: RecordRow): string;

  // typos.js
  distance(a: string, b: string, most: number): number;
  corrections(word: string, shard: TermShard): Promise<string[]>;

  // query.js
  facetTerm(name: string, value: string): string;
  parse(text: string): Query;

  // slots.js
  slots(query: Query): Promise<Slot[]>;
  facetSlot(terms: string[]): Promise<Slot>;
  complete(slot: Slot, among?: Scores): Promise<void>;

  // titles.js
  filtered(scores: Scores, filters: string[]): Promise<Scores>;
  searchTitles(slots: Slot[], filters: string[], wanted: number): Promise<Scores>;

  // prose.js
  searchProse(slots: Slot[], filters: string[], known: Scores): Promise<Scores>;

  // rows.js
  gather(scores: Scores, wanted: number, text: string): Promise<{ rows: ResultRow[]; further: boolean }>;

  // search.js
  search(text: string, options?: SearchOptions): AsyncGenerator<Answer, void>;

  // view.js
  marked(title: string, marks: Marks): (Node | string)[];
  element(name: string, properties?: Record<string, string>, ...children: (Node | string)[]): HTMLElement;
  where(record: RecordRow): string;
  pill(severity: string): HTMLElement | string;
  site(): { root: string; paste: string };
  announce(status: HTMLElement): (text: string) => void;
  inWords(answer: Answer): string;
  /** How many records match, in words. */
  matching(count: number): string;
  failure(error: unknown): string;

  // pasting.js
  looksPasted(text: string): boolean;
  pasteScript(): Promise<void>;
  pastedRows(text: string, isCurrent: () => boolean): Promise<PasteRow[]>;
  onPastedLog(input: HTMLInputElement, taken: (failure?: string) => void): void;

  // combobox.js
  combobox(form: HTMLFormElement, input: HTMLInputElement): void;

  // page.js
  page(place: HTMLElement, form: HTMLFormElement, input: HTMLInputElement): void;

  // paste/pace.js
  pace(isCurrent: () => boolean): Pace;
  /** Thrown where a newer paste is wanted. */
  Outdated: new () => Error;

  // paste/clean.js
  isTooLong(text: string): boolean;
  readParts(text: string): { text: string; first: number }[];
  cleanLines(text: string, pace: Pace): Promise<PasteLine[]>;

  // paste/lines.js
  LINE_MAX: number;
  weighLines(lines: PasteLine[], pace: Pace): Promise<PasteLine[]>;
  beginsAnew(line: PasteLine): boolean;

  // paste/stretch.js
  small(text: string): string;
  stretches(lines: PasteLine[]): { cut: boolean[]; texts: Stretch[] };

  // paste/routers.js
  placedWords(text: string): PlacedWord[];
  placeCost(text: string, word: PlacedWord): number;
  routerList(): Promise<RouterList>;
  hash(text: string): number;
  pasteWords(lines: PasteLine[], glued: Stretch | undefined, pace: Pace): Promise<PasteWords>;
  candidates(lines: PasteLine[], words: PasteWords, list: RouterList, pace: Pace): Promise<Candidate[]>;
  shardsOf(candidate: Candidate, words: PasteWords): number[];

  // paste/match.js
  place(
    literals: string[],
    stretch: Stretch,
    isAside: (at: number) => boolean,
    pace: Pace,
  ): Promise<Placed | undefined>;

  // paste/score.js
  information(literals: string[], list: RouterList): number;
  bestRecords(records: CodedRecords, text: string, start: number): { number: number; bonus: number }[];
  worth(template: Template, stretch: Stretch, placed: Placed, bonus: number): Worth;
  valuesIn(template: Template, stretch: Stretch, placed: Placed): HeldValue[];

  // paste/patterns.js
  searchPatterns(
    lines: PasteLine[],
    messages: PasteLine[],
    budget: number,
    pace: Pace,
  ): Promise<FoundPattern[]>;

  // paste/places.js
  searchCodes(messages: PasteLine[], known: Set<PasteLine>): Promise<LookedUp[]>;
  searchPlaces(lines: PasteLine[]): Promise<LookedUp[]>;

  // paste/answer.js
  paste(text: string, options?: PasteOptions): Promise<PasteAnswer>;

  // paste/rows.js
  pasteHref(root: string, row: PasteRow): string;
  pasteRow(row: PasteRow, above?: PasteRow): HTMLElement;

  // paste/panel.js
  panel(): { take(text: string): void; fill(text: string): void; search(): void };
}
