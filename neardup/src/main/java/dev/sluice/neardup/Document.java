package dev.sluice.neardup;

import dev.sluice.algorithms.neardup.Fingerprint;

/** A document and what it is compared by. */
record Document(DocumentOrigin origin, Fingerprint fingerprint) {}
