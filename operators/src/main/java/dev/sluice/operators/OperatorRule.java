package dev.sluice.operators;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.core.Outcome;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/**
 * Applies the operators of an output as a rule. The rule comes after sampling and the check of the
 * text, and before deduplication. A pure function of a document, evaluated by the topology and
 * again by {@code validate}.
 *
 * <p>Thread-safe. Memory: the texts, and what the operators take for up to {@value #LARGE_BYTES}
 * bytes of text in each calling thread. Larger texts are processed one at a time.
 */
public final class OperatorRule {
  /** The size above which texts are processed one at a time. */
  public static final int LARGE_BYTES = 512 << 10;

  /** The reason for rejecting a document whose text stayed in the source. */
  public static final String OVERSIZE = "oversize_text";

  private final OperatorChain chain;
  private final OutputColumns columns;
  private final long largest;
  private final Semaphore largeTexts = new Semaphore(1);

  /**
   * A document that passed the earlier rules.
   *
   * @param id the id, in UTF-8
   * @param score the score as in the output
   * @param dump its name, or {@code unknown}
   * @param bytes an array that contains the text in UTF-8
   * @param offset the offset of the text
   * @param length the length of the text
   */
  public record Row(byte[] id, double score, String dump, byte[] bytes, int offset, int length) {}

  /** The result for a document. */
  public sealed interface Result {
    /**
     * The document continues.
     *
     * @param text its new text in UTF-8; empty if unchanged
     */
    record Kept(Optional<byte[]> text) implements Result {}

    /**
     * The document is dropped or rejected.
     *
     * @param outcome {@link Outcome#OPERATOR_DROPPED} or {@link Outcome#REJECTED}
     * @param reason the reason under which it is counted: {@code operator:reason} for a dropped
     *     document, the operator or {@link #OVERSIZE} for a rejected one
     * @param message the details
     */
    record Ended(Outcome outcome, String reason, String message) implements Result {}
  }

  /**
   * Creates the rule.
   *
   * @param chain the operators
   * @param columns the columns that operators can read
   * @param largest maximum size of a text in bytes, original or changed
   */
  public OperatorRule(OperatorChain chain, OutputColumns columns, long largest) {
    this.chain = Objects.requireNonNull(chain, "chain");
    this.columns = Objects.requireNonNull(columns, "columns");
    this.largest = largest;
  }

  /** Returns whether there are no operators. Every document continues unchanged then. */
  public boolean isEmpty() {
    return chain.isEmpty();
  }

  /**
   * Applies the operators. Does not throw for a bad document, only for errors of the platform such
   * as out of memory.
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

  /** Returns the result for a document whose text stayed in the source. */
  public Result oversize(long bytes) {
    return chain.isEmpty()
        ? new Result.Kept(Optional.empty())
        : new Result.Ended(
            Outcome.REJECTED,
            OVERSIZE,
            "the text has %,d bytes; must be at most %,d (input.max-operator-text)"
                .formatted(bytes, largest));
  }

  private Result judge(Row row) {
    String id = new String(row.id(), UTF_8);
    Document document =
        new Document(
            id,
            Text.ofUtf8(row.bytes(), row.offset(), row.length()),
            columns.fields(id, row.score(), row.dump()));
    OperatorChain.Result result = chain.apply(document, largest);
    if (result instanceof OperatorChain.Result.Dropped dropped) {
      return new Result.Ended(
          Outcome.OPERATOR_DROPPED,
          chain.reason(dropped),
          Double.toString(dropped.decision().measured()));
    }
    if (result instanceof OperatorChain.Result.Rejected rejected) {
      return new Result.Ended(
          Outcome.REJECTED, chain.label(rejected.operator()), rejected.decision().message());
    }
    OperatorChain.Result.Kept kept = (OperatorChain.Result.Kept) result;
    return new Result.Kept(
        kept.changed() ? Optional.of(kept.document().text().utf8()) : Optional.empty());
  }
}
