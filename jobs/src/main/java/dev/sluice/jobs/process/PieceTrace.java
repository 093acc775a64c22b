package dev.sluice.jobs.process;

import dev.sluice.jobs.documents.DocumentCursor;
import dev.sluice.operators.Decision;
import dev.sluice.operators.Document;
import dev.sluice.operators.OperatorChain;
import dev.sluice.operators.OperatorGroup;
import dev.sluice.storage.rows.ByteRows;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The examples of one piece: no more of each kind than were wanted when the piece started, of which
 * the first are used in the order of pieces. Not thread-safe.
 */
final class PieceTrace implements SideLines {
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
    if (decision instanceof Decision.Changed changed) {
      String after = changed.text().string();
      add(
          cursor,
          operator,
          TraceCounts.TraceKind.CHANGED,
          before,
          line -> change(line, before, after));
    } else if (decision instanceof Decision.Dropped dropped) {
      add(
          cursor,
          operator,
          TraceCounts.TraceKind.DROPPED,
          before,
          line -> drop(line, before, dropped));
    } else if (decision instanceof Decision.Failed failed) {
      add(
          cursor,
          operator,
          TraceCounts.TraceKind.REJECTED,
          before,
          line -> reject(line, before, failed));
    } else if (chain.operators().get(operator).description().group() == OperatorGroup.FILTER) {
      add(cursor, operator, TraceCounts.TraceKind.KEPT, before, line -> text(line, before));
    }
  }

  /** The content of a kind of example. */
  @FunctionalInterface
  private interface Describer {
    void describe(Map<String, Object> line);
  }

  private void add(
      DocumentCursor cursor,
      int operator,
      TraceCounts.TraceKind kind,
      Document before,
      Describer describer) {
    String key = TraceCounts.key(operator, kind);
    if (!counts.wants(key)) {
      return;
    }
    counts = counts.with(key);
    Map<String, Object> line = RowDiagnostics.of(file, cursor);
    line.put("id", before.id());
    lines.operator(line, operator);
    line.put("decision", kind.title());
    describer.describe(line);
    keys.add(key);
    RowDiagnostics.append(line, examples);
  }

  private static void change(Map<String, Object> line, Document document, String after) {
    String before = document.text().string();
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

  private static void drop(Map<String, Object> line, Document before, Decision.Dropped dropped) {
    line.put("reason", dropped.reason());
    if (!Double.isNaN(dropped.measured())) {
      line.put("value", dropped.measured());
    }
    text(line, before);
  }

  private static void reject(Map<String, Object> line, Document before, Decision.Failed failed) {
    line.put("message", failed.message());
    text(line, before);
  }

  private static void text(Map<String, Object> line, Document before) {
    line.put("text", excerpt(before.text().string(), 0));
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

  @Override
  public int bytes() {
    return examples.length();
  }

  @Override
  public TraceCounts addTo(SideFile file, TraceCounts before) throws IOException {
    TraceCounts now = before;
    for (int i = 0; i < keys.size(); i++) {
      if (now.wants(keys.get(i))) {
        now = now.with(keys.get(i));
        file.add(examples, i);
      }
    }
    return now;
  }
}
