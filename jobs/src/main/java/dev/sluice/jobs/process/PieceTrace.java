package dev.sluice.jobs.process;

import dev.sluice.jobs.documents.DocumentCursor;
import dev.sluice.jobs.process.TraceCounts.TraceKind;
import dev.sluice.operators.Decision;
import dev.sluice.operators.Document;
import dev.sluice.operators.OperatorChain;
import dev.sluice.operators.OperatorGroup;
import dev.sluice.storage.rows.ByteRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The examples of one piece: no more of each kind than were wanted when the piece started, of which
 * the first are used in the order of pieces. Not thread-safe.
 */
final class PieceTrace {
  /** Maximum number of characters shown of a text. */
  private static final int SHOWN = 1_000;

  /** Maximum number of characters shown before the first change. */
  private static final int BEFORE_CHANGE = 100;

  private final OperatorChain chain;
  private final RowDiagnostics lines;
  private final String file;
  private final List<String> keys = new ArrayList<>();
  private final ByteRows examples = new ByteRows(0);
  private TraceCounts counts;

  PieceTrace(OperatorChain chain, RowDiagnostics lines, String file, TraceCounts begun) {
    this.chain = chain;
    this.lines = lines;
    this.file = file;
    this.counts = begun;
  }

  /** Whether any example may still be wanted. */
  boolean isOn() {
    return counts.limit() > 0;
  }

  void decided(DocumentCursor cursor, int operator, Document before, Decision decision) {
    Optional<TraceKind> kind = kind(operator, decision);
    String key = kind.map(of -> TraceCounts.key(operator, of)).orElse("");
    if (kind.isEmpty() || !counts.wants(key)) {
      return;
    }
    counts = counts.with(key);
    Map<String, Object> line = RowDiagnostics.of(file, cursor);
    line.put("id", before.id());
    lines.operator(line, operator);
    line.put("decision", kind.get().title());
    describe(line, before.text().string(), decision);
    keys.add(key);
    RowDiagnostics.append(line, examples);
  }

  private Optional<TraceKind> kind(int operator, Decision decision) {
    if (decision instanceof Decision.Changed) {
      return Optional.of(TraceKind.CHANGED);
    }
    if (decision instanceof Decision.Dropped) {
      return Optional.of(TraceKind.DROPPED);
    }
    if (decision instanceof Decision.Failed) {
      return Optional.of(TraceKind.REJECTED);
    }
    OperatorGroup group = chain.operators().get(operator).description().group();
    return group == OperatorGroup.FILTER ? Optional.of(TraceKind.KEPT) : Optional.empty();
  }

  private static void describe(Map<String, Object> line, String before, Decision decision) {
    if (decision instanceof Decision.Changed changed) {
      change(line, before, changed.text().string());
      return;
    }
    if (decision instanceof Decision.Dropped dropped) {
      line.put("reason", dropped.reason());
      if (!Double.isNaN(dropped.measured())) {
        line.put("value", dropped.measured());
      }
    } else if (decision instanceof Decision.Failed failed) {
      line.put("message", failed.message());
    }
    line.put("text", excerpt(before, 0));
  }

  private static void change(Map<String, Object> line, String before, String after) {
    int same = 0;
    int both = Math.min(before.length(), after.length());
    while (same < both && before.charAt(same) == after.charAt(same)) {
      same++;
    }
    int from = Math.max(0, same - BEFORE_CHANGE);
    line.put("from", from);
    line.put("before", excerpt(before, from));
    line.put("after", excerpt(after, from));
  }

  /** Without halves of surrogate pairs at the ends. */
  private static String excerpt(String text, int from) {
    int begin =
        from < text.length() && Character.isLowSurrogate(text.charAt(from)) ? from + 1 : from;
    int end = Math.min(text.length(), begin + SHOWN);
    boolean half =
        end > begin && end < text.length() && Character.isHighSurrogate(text.charAt(end - 1));
    return text.substring(Math.min(begin, end), half ? end - 1 : end);
  }

  /** The examples, each with its kind. */
  SideLines examples() {
    return new SideLines(examples, keys);
  }
}
