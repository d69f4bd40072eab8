/**
 * What the search scripts share: one object, `errbook`, that each file adds its functions to.
 * Only the type checker reads this file.
 */

declare var errbook: Errbook;

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
  readings(run: string): { whole: string; parts: string[] }[];
  lower(text: string): string;

  // directory.js
  shardAt(starts: string[], key: string): number;
  titleShard(term: string): Promise<TermShard>;
  proseShard(term: string): Promise<TermShard>;
  listIn(shard: TermShard, term: string): NumberList | undefined;
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
  site(): { root: string };
  announce(status: HTMLElement): (text: string) => void;
  inWords(answer: Answer): string;
  failure(error: unknown): string;

  // combobox.js
  combobox(form: HTMLFormElement, input: HTMLInputElement): void;

  // page.js
  page(place: HTMLElement, form: HTMLFormElement, input: HTMLInputElement): void;
}
