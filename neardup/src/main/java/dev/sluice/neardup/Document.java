package dev.sluice.neardup;

import dev.sluice.algorithms.neardup.Fingerprint;

/** A document and its signature. */
record Document(DocumentOrigin origin, Fingerprint fingerprint) {}
