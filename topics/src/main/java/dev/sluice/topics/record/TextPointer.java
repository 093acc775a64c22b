package dev.sluice.topics.record;

import java.util.Objects;

/**
 * A reference to a text in its source file. The sink reads the text there.
 *
 * @param rowGroup the row group of the source file that contains the text
 * @param length length of the text, in bytes
 * @param hash the text's hash, which the sink compares with that of the text it reads
 * @param wellFormed whether the text is UTF-8. Ingest decides this, because the topology never sees
 *     the text
 */
public record TextPointer(int rowGroup, long length, TextDigest hash, boolean wellFormed) {
  /** Checks that the hash is present. */
  public TextPointer {
    Objects.requireNonNull(hash, "hash");
  }
}
