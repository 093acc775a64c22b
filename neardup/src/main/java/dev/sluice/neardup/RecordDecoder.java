package dev.sluice.neardup;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.algorithms.neardup.Fingerprint;
import dev.sluice.algorithms.neardup.Fingerprint.Containment;
import dev.sluice.algorithms.neardup.Fingerprint.Rule;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Decodes records that {@link RecordEncoder} has encoded. The checksum of a block is checked
 * before: bytes that are no record are an unchecked exception. Not thread-safe.
 */
public final class RecordDecoder {
  private static final Rule[] RULES = Rule.values();

  private final ByteBuffer bytes;
  private final List<String> texts = new ArrayList<>();

  /**
   * @param bytes of one block
   */
  public RecordDecoder(ByteBuffer bytes) {
    this.bytes = bytes;
  }

  /** Returns whether there is another record. */
  public boolean hasMore() {
    return bytes.hasRemaining();
  }

  /** Reads a number. */
  public long number() {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      byte part = bytes.get();
      value |= (part & 0x7FL) << shift;
      if (part >= 0) {
        return value;
      }
    }
    throw new IllegalStateException("a number of more than 64 bits");
  }

  /** Reads a text. */
  public String text() {
    long length = number();
    if (length < 0 || length > bytes.remaining()) {
      throw new IllegalStateException("a text of %d bytes".formatted(length));
    }
    byte[] utf8 = new byte[(int) length];
    bytes.get(utf8);
    return new String(utf8, UTF_8);
  }

  private String shared() {
    int number = Math.toIntExact(number());
    if (number == texts.size()) {
      texts.add(text());
    }
    return texts.get(number);
  }

  /** Reads the origin of a document. */
  public DocumentOrigin origin() {
    return new DocumentOrigin(shared(), number(), text(), shared(), shared());
  }

  Document document() {
    return new Document(origin(), Fingerprint.read(bytes));
  }

  /** Reads a fingerprint. */
  public Fingerprint fingerprint() {
    return Fingerprint.read(bytes);
  }

  /** Reads a match. */
  public Match match() {
    return new Match(origin(), origin(), containment());
  }

  private Containment containment() {
    return new Containment(RULES[Math.toIntExact(number())], share(), share(), share());
  }

  /** In single precision, as in an {@link EvidenceFile}, so that both have equal matches. */
  private double share() {
    return (float) ((bytes.getShort() & RecordEncoder.ONE) / (double) RecordEncoder.ONE);
  }
}
