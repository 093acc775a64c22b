package dev.sluice.topics.record;

import java.util.Objects;

/**
 * Where the text of an oversize document is: it does not travel, the sink reads it from the source.
 *
 * @param rowGroup row group of the file that holds it
 * @param length bytes of the text
 * @param sha256 of the text, in hex; what is read must match
 * @param wellFormed whether the text is UTF-8, found out by ingest since nobody else sees it
 */
public record TextPointer(int rowGroup, long length, String sha256, boolean wellFormed) {
  /** Checks that the hash is there. */
  public TextPointer {
    Objects.requireNonNull(sha256, "sha256");
  }
}
