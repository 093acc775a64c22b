package dev.sluice.jobs.process;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.jobs.documents.DocumentCursor;
import dev.sluice.jobs.process.SideFile.SideLines;
import dev.sluice.operators.Decision;
import dev.sluice.operators.Document;
import dev.sluice.operators.OperatorChain;
import dev.sluice.operators.OperatorGroup;
import dev.sluice.storage.rows.ByteRows;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Collects the examples of one piece. Of each kind, it collects at most as many as were still
 * wanted when the piece was started. Not thread-safe.
 */
final class PieceTrace {
  /** Maximum number of characters of a text that an example shows. */
  private static final int SHOWN = 1_000;

  /** Maximum number of characters shown before the first change. */
  private static final int BEFORE_CHANGE = 100;

  private final OperatorChain chain;
  private final String file;
  private final List<String> keys = new ArrayList<>();
  private final ByteRows examples = new ByteRows(0);
  private TraceCounts counts;

  PieceTrace(OperatorChain chain, String file, TraceCounts begun) {
    this.chain = chain;
    this.file = file;
    this.counts = begun;
  }

  /** Returns whether examples were requested. */
  boolean isOn() {
    return counts.limit() > 0;
  }

  void decided(DocumentCursor cursor, int operator, Document before, Decision decision) {
    Optional<TraceCounts.TraceKind> kind = kind(operator, decision);
    String key = kind.map(of -> TraceCounts.key(operator, of)).orElse("");
    if (kind.isEmpty() || !counts.wants(key)) {
      return;
    }
    counts = counts.with(key);
    Map<String, Object> line = RowDiagnostics.of(file, cursor);
    line.put("id", before.id());
    RowDiagnostics.operator(line, operator, chain);
    line.put("decision", kind.get().title());
    describe(line, before.text().string(), decision);
    keys.add(key);
    RowDiagnostics.append(line, examples);
  }

  private Optional<TraceCounts.TraceKind> kind(int operator, Decision decision) {
    if (decision instanceof Decision.Changed) {
      return Optional.of(TraceCounts.TraceKind.CHANGED);
    }
    if (decision instanceof Decision.Dropped) {
      return Optional.of(TraceCounts.TraceKind.DROPPED);
    }
    if (decision instanceof Decision.Failed) {
      return Optional.of(TraceCounts.TraceKind.REJECTED);
    }
    OperatorGroup group = chain.operators().get(operator).description().group();
    return group == OperatorGroup.FILTER
        ? Optional.of(TraceCounts.TraceKind.KEPT)
        : Optional.empty();
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

  /** Cuts an excerpt without halves of surrogate pairs at the ends. */
  private static String excerpt(String text, int from) {
    int begin =
        from < text.length() && Character.isLowSurrogate(text.charAt(from)) ? from + 1 : from;
    int end = Math.min(text.length(), begin + SHOWN);
    boolean half =
        end > begin && end < text.length() && Character.isHighSurrogate(text.charAt(end - 1));
    return text.substring(Math.min(begin, end), half ? end - 1 : end);
  }

  /** Returns the examples, each with its kind. */
  SideLines examples() {
    return new SideLines(examples, keys);
  }

  /**
   * The number of examples so far, by operator and decision.
   *
   * @param limit maximum of each number
   * @param counts the numbers by {@code operator/decision}
   */
  record TraceCounts(int limit, SortedMap<String, Integer> counts) {
    TraceCounts {
      counts = Collections.unmodifiableSortedMap(new TreeMap<>(counts));
    }

    static TraceCounts none(int limit) {
      return new TraceCounts(limit, new TreeMap<>());
    }

    static String key(int operator, TraceKind kind) {
      return operator + "/" + kind.title();
    }

    /** Returns the key of a line. */
    static String key(JsonNode example) {
      return example.path("operator").asInt() + "/" + example.path("decision").asText();
    }

    /** Returns whether one more example with this key is wanted. */
    boolean wants(String key) {
      return limit > 0 && counts.getOrDefault(key, 0) < limit;
    }

    TraceCounts with(String key) {
      SortedMap<String, Integer> more = new TreeMap<>(counts);
      more.merge(key, 1, Integer::sum);
      return new TraceCounts(limit, more);
    }

    /** The decisions that examples show. */
    enum TraceKind {
      CHANGED,
      DROPPED,
      REJECTED,
      KEPT;

      String title() {
        return name().toLowerCase(Locale.ROOT);
      }
    }
  }
}
