package dev.sluice.operators;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.core.Outcome;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/**
 * The operators of an output as one of its rules: behind sampling and the check of the text, before
 * deduplication. A pure function of a document that is evaluated by the topology, and once more by
 * whoever validates its output.
 *
 * <p>Thread-safe. Memory beside the texts given and returned: that of the operators, for each
 * caller up to {@value #LARGE_BYTES} bytes of text, and of larger texts one at a time.
 */
public final class OperatorRule {
  /** Texts above are worked on one at a time. */
  public static final int LARGE_BYTES = 512 << 10;

  /** Why a document is rejected whose text is not there, being too large to travel. */
  public static final String OVERSIZE = "oversize_text";

  private final OperatorChain chain;
  private final OutputColumns columns;
  private final long largest;
  private final Semaphore largeTexts = new Semaphore(1);

  /**
   * A document that passed the rules before.
   *
   * @param id in UTF-8
   * @param score as the output has it
   * @param dump its name, or {@code unknown}
   * @param bytes which hold the text, in UTF-8
   * @param offset where it begins
   * @param length of it
   */
  public record Row(byte[] id, double score, String dump, byte[] bytes, int offset, int length) {}

  /** What becomes of a document. */
  public sealed interface Result {
    /**
     * It goes on.
     *
     * @param text its new text, in UTF-8; empty where it has its own
     */
    record Kept(Optional<byte[]> text) implements Result {}

    /**
     * Its way ends.
     *
     * @param outcome {@link Outcome#OPERATOR_DROPPED} or {@link Outcome#REJECTED}
     * @param reason by which such documents are counted: {@code operator:reason}, of rejected ones
     *     the operator or {@link #OVERSIZE}
     * @param message more about this document
     */
    record Ended(Outcome outcome, String reason, String message) implements Result {}
  }

  /**
   * The rule.
   *
   * @param chain the operators
   * @param columns that they can see
   * @param largest bytes of a text that is there, and that an operator may make
   */
  public OperatorRule(OperatorChain chain, OutputColumns columns, long largest) {
    this.chain = Objects.requireNonNull(chain, "chain");
    this.columns = Objects.requireNonNull(columns, "columns");
    this.largest = largest;
  }

  /** Whether there are no operators, so that every document goes on as it is. */
  public boolean isEmpty() {
    return chain.isEmpty();
  }

  /**
   * What becomes of a document. Never throws for what is wrong with it; errors of the platform,
   * such as memory that has run out, go through.
   */
  public Result apply(Row row) {
    if (chain.isEmpty()) {
      return new Result.Kept(Optional.empty());
    }
    if (row.length() > largest) {
      return oversize(row.length());
    }
    if (row.length() <= LARGE_BYTES) {
      return judge(row);
    }
    largeTexts.acquireUninterruptibly();
    try {
      return judge(row);
    } finally {
      largeTexts.release();
    }
  }

  /** What becomes of a document whose text is too large to be there. */
  public Result oversize(long bytes) {
    return chain.isEmpty()
        ? new Result.Kept(Optional.empty())
        : new Result.Ended(
            Outcome.REJECTED,
            OVERSIZE,
            "a text of %,d bytes, operators are given at most %,d (input.max-operator-text)"
                .formatted(bytes, largest));
  }

  private Result judge(Row row) {
    String id = new String(row.id(), UTF_8);
    Document document =
        new Document(
            id,
            Text.ofUtf8(row.bytes(), row.offset(), row.length()),
            columns.fields(id, row.score(), row.dump()));
    ChainResult result = chain.apply(document, largest);
    if (result instanceof ChainResult.Dropped dropped) {
      return new Result.Ended(
          Outcome.OPERATOR_DROPPED,
          chain.reason(dropped),
          Double.toString(dropped.decision().measured()));
    }
    if (result instanceof ChainResult.Rejected rejected) {
      return new Result.Ended(
          Outcome.REJECTED, chain.label(rejected.operator()), rejected.decision().message());
    }
    ChainResult.Kept kept = (ChainResult.Kept) result;
    return new Result.Kept(
        kept.changed() ? Optional.of(kept.document().text().utf8()) : Optional.empty());
  }
}
