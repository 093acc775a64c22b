package dev.sluice.it.campaign;

/** What a network does to what travels over it. */
enum Weather {
  /** Forwards everything at once. */
  CLEAR,
  /** Every connection is reset, new ones as soon as they are made. */
  CUT,
  /** Connections stay, or are made, and nothing arrives until the weather is another. */
  SILENT,
  /** Little arrives at a time, and late. */
  SLOW,
  /** Each connection is reset after some number of bytes, wherever in a request that is. */
  RESETS,
  /** Some requests that change something arrive, and their answers do not: a reset does instead. */
  ANSWERS_LOST
}
