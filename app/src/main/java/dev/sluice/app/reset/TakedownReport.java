package dev.sluice.app.reset;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.sluice.app.takedown.TakedownInput.Unmatched;
import dev.sluice.core.values.ByteSize;
import dev.sluice.core.values.Printable;
import dev.sluice.sink.Takedown.Matches;
import dev.sluice.sink.Takedown.Result;
import dev.sluice.storage.output.CutFile;
import dev.sluice.storage.takedown.TakedownList;
import dev.sluice.storage.takedown.TakedownRecord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The result of a take-down, or its plan.
 *
 * @param output directory of the output
 * @param state {@code planned}, {@code taken_down}, {@code nothing_new} or {@code
 *     nothing_to_continue}
 * @param takeDown number of the take-down; 0 if there is none
 * @param entries number of new entries by kind
 * @param named what became of that which the user named
 * @param documents number of removed documents
 * @param kinds named documents by the first kind of entry that names them; only in a plan
 * @param dumps removed documents by dump
 * @param shards number of shards with removed documents
 * @param bytes total size of these shards; 0 if they are gone
 * @param deleted paths of the shards that were deleted, for copies of the output
 * @param added paths of the shards that were written in their place
 */
public record TakedownReport(
    String output,
    String state,
    long takeDown,
    SortedMap<String, Long> entries,
    @JsonUnwrapped Named named,
    long documents,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) SortedMap<String, Long> kinds,
    SortedMap<String, Long> dumps,
    long shards,
    long bytes,
    List<String> deleted,
    List<String> added) {
  /** How many unmatched lines the text shows. */
  private static final int SHOWN = 20;

  private static final String PLANNED = "planned";
  private static final String TAKEN_DOWN = "taken_down";
  private static final String NOTHING_NEW = "nothing_new";
  private static final String NOTHING_TO_CONTINUE = "nothing_to_continue";

  /**
   * What became of that which the user named.
   *
   * @param alreadyListed number of entries that an earlier take-down has, by kind
   * @param withoutNearCopies how many of them have no near-copies although the user asked for them:
   *     their take-down did not, and their texts are not in the output
   * @param unmatched what the user named and no document matched so far: ids, URLs and domains as
   *     typed, texts by file and line; the first 100,000
   * @param unmatchedCount how much that is in total
   */
  public record Named(
      SortedMap<String, Long> alreadyListed,
      @JsonInclude(JsonInclude.Include.NON_DEFAULT) long withoutNearCopies,
      List<String> unmatched,
      long unmatchedCount) {
    static final Named NOTHING = new Named(new TreeMap<>(), 0, List.of(), 0);

    Named without(Unmatched documents) {
      return new Named(alreadyListed, withoutNearCopies, documents.first(), documents.count());
    }
  }

  static TakedownReport planned(Path output, TakedownList entries, Named named, Matches matches) {
    return new TakedownReport(
        output.toString(),
        PLANNED,
        0,
        entries.counts(),
        named,
        matches.rows(),
        matches.kinds(),
        matches.dumps(),
        matches.shards(),
        matches.bytes(),
        List.of(),
        List.of());
  }

  static TakedownReport done(Path output, Named named, Result result) {
    return new TakedownReport(
        output.toString(),
        TAKEN_DOWN,
        result.record().number(),
        result.record().entries(),
        named,
        result.rows(),
        new TreeMap<>(),
        result.dumps(),
        result.deleted().size(),
        0,
        result.deleted(),
        result.added().stream().map(CutFile::path).toList());
  }

  static TakedownReport nothingNew(Path output, Named named) {
    return nothing(output, NOTHING_NEW, named);
  }

  static TakedownReport nothingToContinue(Path output) {
    return nothing(output, NOTHING_TO_CONTINUE, Named.NOTHING);
  }

  private static TakedownReport nothing(Path output, String state, Named named) {
    SortedMap<String, Long> none = new TreeMap<>();
    return new TakedownReport(
        output.toString(), state, 0, none, named, 0, none, none, 0, 0, List.of(), List.of());
  }

  /** Returns the report as text. */
  public String text() {
    if (state.equals(NOTHING_NEW)) {
      List<String> lines = new ArrayList<>();
      lines.add(output + ": nothing new. Every entry is in an earlier take-down.");
      addWithoutNearCopies(lines);
      return String.join("\n", lines) + "\n";
    }
    if (state.equals(NOTHING_TO_CONTINUE)) {
      return "%s: every take-down is finished. If a command was interrupted while it searched for documents, it has removed none: run it again.%n"
          .formatted(output);
    }
    boolean planned = state.equals(PLANNED);
    List<String> lines = new ArrayList<>();
    lines.add(
        planned
            ? output + " would lose:"
            : "%s: take-down %d is finished:".formatted(output, takeDown));
    lines.add("  entries    " + counts(entries));
    if (!named.alreadyListed.isEmpty()) {
      lines.add("             already listed: " + counts(named.alreadyListed));
    }
    lines.add(
        "  documents  %,d%s".formatted(documents, kinds.isEmpty() ? "" : ": " + counts(kinds)));
    dumps.forEach((dump, rows) -> lines.add("             %,d of %s".formatted(rows, dump)));
    lines.add(
        planned
            ? "  shards     %,d of %s".formatted(shards, ByteSize.approximate(bytes))
            : "  shards     %,d deleted, %,d written".formatted(deleted.size(), added.size()));
    addUnmatched(lines);
    addWithoutNearCopies(lines);
    if (planned) {
      lines.add(
          documents == 0
              ? "No document matches now. The entries would keep later ones out."
              : "Nothing was changed. To take the documents down, run the command without"
                  + " --dry-run.");
    }
    return String.join("\n", lines) + "\n";
  }

  private void addUnmatched(List<String> lines) {
    if (!named.unmatched.isEmpty()) {
      lines.add("  unmatched  %,d match no document so far:".formatted(named.unmatchedCount));
      named.unmatched.stream()
          .limit(SHOWN)
          .forEach(each -> lines.add("             " + Printable.of(each)));
      if (named.unmatchedCount > SHOWN) {
        lines.add(
            named.unmatchedCount > named.unmatched.size()
                ? "             %,d more: --json has the first %,d"
                    .formatted(named.unmatchedCount - SHOWN, named.unmatched.size())
                : "             %,d more: see --json".formatted(named.unmatchedCount - SHOWN));
      }
    }
  }

  private void addWithoutNearCopies(List<String> lines) {
    if (named.withoutNearCopies > 0) {
      lines.add(
          "%,d of the listed entries have no near-copies: they were listed without --near-copies, and the output does not have their texts. Name the texts with --texts or --like-text."
              .formatted(named.withoutNearCopies));
    }
  }

  private static String counts(SortedMap<String, Long> counts) {
    return counts.isEmpty()
        ? "0"
        : counts.entrySet().stream()
            .map(count -> "%,d %s".formatted(count.getValue(), count.getKey()))
            .collect(Collectors.joining(", "));
  }

  /**
   * The take-downs of an output.
   *
   * @param output directory of the output
   * @param takeDowns all take-downs, in order
   */
  public record Listing(String output, List<Entry> takeDowns) {
    /**
     * A take-down.
     *
     * @param number its number
     * @param note what the user noted
     * @param entries number of entries by kind
     * @param finished whether no shard has a document that it names
     */
    public record Entry(
        long number, String note, SortedMap<String, Long> entries, boolean finished) {}

    static Listing of(Path output, List<TakedownRecord> records, boolean isFinished) {
      List<Entry> entries = new ArrayList<>();
      for (TakedownRecord record : records) {
        boolean finished = isFinished || record.number() < records.size();
        entries.add(new Entry(record.number(), record.note(), record.entries(), finished));
      }
      return new Listing(output.toString(), entries);
    }

    /** Returns the list as text. */
    public String text() {
      if (takeDowns.isEmpty()) {
        return "%s: nothing was taken down.%n".formatted(output);
      }
      return takeDowns.stream()
          .map(
              each ->
                  "%4d  %s%s%s%n"
                      .formatted(
                          each.number(),
                          counts(each.entries()),
                          each.note().isEmpty() ? "" : "  " + each.note(),
                          each.finished() ? "" : "  (not finished: run with --continue)"))
          .collect(Collectors.joining());
    }
  }
}
