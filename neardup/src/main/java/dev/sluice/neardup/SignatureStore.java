package dev.sluice.neardup;

import dev.sluice.neardup.GuardStop.Example;
import dev.sluice.neardup.SignatureFooter.Counts;
import dev.sluice.neardup.SignatureFooter.Position;
import dev.sluice.storage.PermanentException;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.publish.OutputFiles;
import dev.sluice.storage.publish.Publication;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The files of signatures that count. For each unit that is not forgotten, these are the files that
 * cover its batches. A file is the commit of a batch: it exists or it does not, and is never
 * changed. Files of a unit are merged by eights of one size, and at its end; a merged file is
 * published before those that it covers are deleted.
 *
 * <p>Knows nothing but what the files say, so a store that is opened again continues where the last
 * file ends. Holds a file descriptor for each file. Files in an object store are read from copies
 * on a local disk. Not thread-safe; its files may be read by any thread.
 */
public final class SignatureStore implements Closeable {
  /** The number of files of one size that are merged. */
  static final int FAN_IN = 8;

  private final SignatureDirectory directory;
  private final LocalCopies copies;
  private final Publication publication;
  private final Optional<Path> evidence;
  private final List<Run> runs = new ArrayList<>();
  private final Set<String> units = new HashSet<>();
  private final Set<String> resets = new HashSet<>();
  private final Set<String> forgotten = new HashSet<>();
  private List<SignatureFile> files = List.of();
  private Optional<SignatureFooter> last = Optional.empty();
  private Optional<String> source = Optional.empty();
  private long nextOffset;

  /** A file that counts. */
  private record Run(SignatureName name, SignatureFile file) {}

  private SignatureStore(
      SignatureDirectory directory,
      LocalCopies copies,
      Publication publication,
      Optional<Path> evidence) {
    this.directory = directory;
    this.copies = copies;
    this.publication = publication;
    this.evidence = evidence;
  }

  /** Opens the files in a directory on a local disk. No evidence is written. */
  public static SignatureStore open(Path root, Publication publication) throws IOException {
    return open(root, root, publication, Optional.empty());
  }

  /**
   * Opens the files in a directory on a local disk or in an object store. Files of an object store
   * are read from copies, which are fetched if they do not exist or differ. Deletes files that
   * others cover, and does the merges that are due.
   *
   * @param root directory, which need not exist
   * @param copiesRoot local directory of this matcher for copies, which need not exist; not used
   *     for files on a local disk
   * @param evidence directory for an {@link EvidenceFile} of each unit, published before the last
   *     file of the unit, and for {@link GuardStop}s; empty if they are not wanted. Evidence that
   *     is missing, or not of the files, is written again
   * @throws PermanentException if files are damaged or missing
   * @throws java.nio.file.NoSuchFileException if another matcher replaces files at this moment
   */
  public static SignatureStore open(
      Path root, Path copiesRoot, Publication publication, Optional<Path> evidence)
      throws IOException {
    LocalCopies copies = new LocalCopies(root, copiesRoot, OutputFiles.areLocal(root));
    SignatureStore store =
        new SignatureStore(new SignatureDirectory(root), copies, publication, evidence);
    boolean opened = false;
    try {
      store.read();
      opened = true;
      return store;
    } finally {
      if (!opened) {
        store.close();
      }
    }
  }

  private void read() throws IOException {
    Map<Path, List<SignatureName>> byUnit = new LinkedHashMap<>();
    for (SignatureName name : directory.list()) {
      if (name.isReset()) {
        try (SignatureFile file = SignatureFile.open(name.path())) {
          noteReset(file.footer());
        }
      } else {
        byUnit.computeIfAbsent(name.path().getParent(), unit -> new ArrayList<>()).add(name);
      }
    }
    for (List<SignatureName> names : byUnit.values()) {
      if (!forgotten.contains(names.get(0).unitHash())) {
        begin(names);
      }
    }
    refresh();
    copies.retain(files);
    if (!files.isEmpty()) {
      SignatureFooter footer = files.get(files.size() - 1).footer();
      source = Optional.of(footer.position().source());
      nextOffset = Math.max(nextOffset, footer.position().nextOffset());
      last = Optional.of(footer);
      requireAll(footer.stored());
      mergeDue();
    }
    restoreEvidence();
  }

  /**
   * Writes evidence again that is missing, or that a matcher with other decisions has replaced
   * although another one had published the last file of the unit meanwhile.
   */
  private void restoreEvidence() throws IOException {
    if (evidence.isEmpty()) {
      return;
    }
    Map<Path, List<SignatureFile>> byUnit = new LinkedHashMap<>();
    for (Run run : runs) {
      Path file = evidenceFile(run.name(), EvidenceFiles.ENDING);
      byUnit.computeIfAbsent(file, unit -> new ArrayList<>()).add(run.file());
    }
    for (Map.Entry<Path, List<SignatureFile>> unit : byUnit.entrySet()) {
      List<SignatureFile> those = unit.getValue();
      SignatureFooter end = those.get(those.size() - 1).footer();
      long rows = those.stream().mapToLong(file -> file.footer().sections().matches()).sum();
      if (end.position().frontier().ended()
          && !EvidenceFile.holds(unit.getKey(), rows, end.guard().kept())) {
        writeEvidence(unit.getKey(), those);
      }
    }
  }

  /** After a reset, the last file may have counted documents that are forgotten. */
  private void requireAll(long expected) throws IOException {
    if (resets.isEmpty() && stored() < expected) {
      throw new PermanentException(
          "%d documents are missing in %s: %s"
              .formatted(expected - stored(), directory.root(), SignatureFile.REMEDY));
    }
  }

  private void noteReset(SignatureFooter reset) {
    resets.add(reset.position().unit());
    source = Optional.of(reset.position().source());
    reset.forgotten().keySet().forEach(unit -> forgotten.add(SignatureName.hash(unit)));
    nextOffset = Math.max(nextOffset, reset.position().nextOffset());
  }

  private void begin(List<SignatureName> names) throws IOException {
    List<SignatureName> chain = SignatureDirectory.chain(names);
    long covered = chain.isEmpty() ? 0 : chain.get(chain.size() - 1).last();
    for (SignatureName name : names) {
      if (name.last() <= covered && !chain.contains(name)) {
        Files.deleteIfExists(name.path()); // left by a matcher that was killed or suspended
      } else if (name.last() > covered) {
        throw new PermanentException(
            "%s exists, but the file before it does not: %s"
                .formatted(name.path(), SignatureFile.REMEDY));
      }
    }
    for (SignatureName name : chain) {
      runs.add(new Run(name, copies.open(name)));
    }
    units.add(names.get(0).unitHash());
  }

  private void refresh() {
    files = runs.stream().map(Run::file).toList();
  }

  private List<Run> of(String unitHash) {
    return runs.stream().filter(run -> run.name().unitHash().equals(unitHash)).toList();
  }

  /** Returns all files that count, in the order in which their documents were decided. */
  List<SignatureFile> files() {
    return files;
  }

  /**
   * Returns a reference to a kept document, from the number of its file and its own number in that
   * file. References ascend with both numbers.
   */
  static long reference(int file, long number) {
    return (long) file << Integer.SIZE | number;
  }

  static int fileOf(long reference) {
    return (int) (reference >>> Integer.SIZE);
  }

  static long numberOf(long reference) {
    return reference & 0xFFFF_FFFFL;
  }

  /** Returns the footer of the last file of the last unit, or empty if no unit counts. */
  public Optional<SignatureFooter> last() {
    return last;
  }

  /**
   * Returns what the offsets in the files belong to, such as a topic, or empty if there are no
   * files.
   */
  public Optional<String> source() {
    return source;
  }

  /** Returns where to continue reading. */
  public long nextOffset() {
    return nextOffset;
  }

  /** Returns whether a unit has files or is forgotten. */
  public boolean knows(String unit) {
    String hash = SignatureName.hash(unit);
    return units.contains(hash) || forgotten.contains(hash);
  }

  /** Returns whether a reset is done. */
  public boolean hasReset(String reset) {
    return resets.contains(reset);
  }

  /** Returns the number of kept documents that count. */
  public long stored() {
    return files.stream().mapToLong(file -> file.footer().sections().kept()).sum();
  }

  /** Returns the number of keys that count. */
  public long keys() {
    return files.stream().mapToLong(file -> file.footer().sections().keys()).sum();
  }

  /** Passes on the evidence of all units, in the order in which their documents were decided. */
  public void matches(SignatureFile.Records<Match> into) throws IOException {
    for (SignatureFile file : files) {
      file.matches(into);
    }
  }

  /** Returns the counts of the guard for a unit. */
  GuardState guardState(String unit, Guard guard) {
    return last.filter(footer -> footer.position().unit().equals(unit))
        .map(SignatureFooter::guard)
        .orElseGet(() -> GuardState.begin(unit, guard));
  }

  /** Begins a file. */
  SignatureFileWriter begin() throws IOException {
    return new SignatureFileWriter(publication);
  }

  /**
   * Publishes the file of a batch, and merges files if enough have accumulated.
   *
   * @throws FileAlreadyExistsException if another matcher has decided the batch
   */
  void publish(SignatureFileWriter writer, Position position, Counts counts, GuardState guard)
      throws IOException {
    Optional<SignatureFooter> before =
        last.filter(each -> each.position().unit().equals(position.unit()));
    Frontier from = before.map(each -> each.position().frontier()).orElse(Frontier.BEGIN);
    if (position.frontier().compareTo(from) < 0) {
      throw new IllegalArgumentException(
          "unit %s is decided up to %s, not only to %s"
              .formatted(position.unit(), from, position.frontier()));
    }
    long batch = before.map(SignatureFooter::last).orElse(0L) + 1;
    SignatureFooter footer =
        new SignatureFooter(
            position,
            batch,
            batch,
            from,
            counts,
            guard,
            stored() + counts.kept(),
            writer.endKeys(),
            Collections.emptySortedMap());
    SignatureName name = directory.file(position.unit(), batch);
    Path complete = writer.complete(footer);
    if (position.frontier().ended() && evidence.isPresent()) {
      writeEvidence(name, complete);
    }
    writer.publish(name.path());
    requireNotCovered(name);
    runs.add(new Run(name, copies.open(name)));
    units.add(name.unitHash());
    last = Optional.of(footer);
    source = Optional.of(position.source());
    nextOffset = footer.position().nextOffset();
    refresh();
    mergeDue();
  }

  /**
   * Writes the evidence of a unit. Until its last file exists, this replaces that of a matcher
   * which was killed, and perhaps of another version, or before a decision of the user.
   *
   * @param complete the last file of the unit, which is not published yet
   */
  private void writeEvidence(SignatureName name, Path complete) throws IOException {
    requireNotCovered(name);
    if (Files.exists(name.path())) {
      throw new FileAlreadyExistsException(name.path().toString());
    }
    Publication.createDirectories(name.path().getParent()); // from now on, its number is fixed
    try (SignatureFile end = SignatureFile.open(complete)) {
      List<SignatureFile> those = new ArrayList<>();
      of(name.unitHash()).forEach(run -> those.add(run.file()));
      those.add(end);
      writeEvidence(evidenceFile(name, EvidenceFiles.ENDING), those);
    }
  }

  private void writeEvidence(Path target, List<SignatureFile> unit) throws IOException {
    List<String> kept = unit.get(unit.size() - 1).footer().guard().kept();
    try (EvidenceWriter writer = new EvidenceWriter(publication, kept)) {
      for (SignatureFile file : unit) {
        file.matches(writer::add);
      }
      writer.publish(target);
    }
  }

  private Path evidenceFile(SignatureName name, String ending) {
    return EvidenceFiles.file(evidence.orElseThrow(), name.path().getParent(), ending);
  }

  /** Publishes the reason why a unit stops, or deletes it. */
  Optional<GuardStop> stop(String unit, Guard guard, GuardWatch watch) throws IOException {
    SignatureName name = directory.file(unit, 1);
    if (watch.stop().isEmpty()) {
      if (evidence.isPresent()) {
        Files.deleteIfExists(evidenceFile(name, GuardStop.ENDING));
      }
      return Optional.empty();
    }
    List<Example> examples = new ArrayList<>();
    for (Run run : of(name.unitHash())) {
      run.file()
          .matches(
              match -> {
                if (examples.size() < GuardStop.EXAMPLES && watch.isExceededBy(match)) {
                  examples.add(
                      new Example(match.document(), match.kept(), match.containment().share()));
                }
              });
    }
    GuardStop stop =
        new GuardStop(unit, watch.stop().get(), guard.share(), watch.exceeded(), examples);
    if (evidence.isPresent()) {
      publication.update(evidenceFile(name, GuardStop.ENDING), Json.write(stop));
    }
    return Optional.of(stop);
  }

  /** Another matcher may have published the batch, merged it, and deleted it before. */
  private void requireNotCovered(SignatureName name) throws IOException {
    for (SignatureName other : directory.of(name.path().getParent())) {
      if (other.covers(name)) {
        throw new FileAlreadyExistsException(
            name.path().toString(), other.path().toString(), "it covers the batch");
      }
    }
  }

  /** Forgets units. Their documents no longer own keys. Returns when this is durable. */
  public void forget(String reset, List<String> unitIds, String source, long nextOffset)
      throws IOException {
    SortedMap<String, List<String>> kept = new TreeMap<>();
    unitIds.forEach(unit -> kept.put(unit, List.of()));
    for (SignatureFile file : files) {
      kept.computeIfPresent(
          file.footer().position().unit(), (unit, none) -> file.footer().guard().kept());
    }
    try (SignatureFileWriter writer = begin()) {
      writer.beginKeys();
      SignatureFooter footer =
          new SignatureFooter(
              new Position(reset, Frontier.BEGIN, source, nextOffset),
              0,
              0,
              Frontier.BEGIN,
              Counts.NONE,
              GuardState.NONE,
              0,
              writer.endKeys(),
              kept);
      writer.complete(footer);
      writer.publish(directory.file(reset, 0).path());
      noteReset(footer);
    }
    for (Run run : List.copyOf(runs)) {
      if (forgotten.contains(run.name().unitHash())) {
        runs.remove(run);
        run.file().close();
        copies.delete(run.name());
      }
    }
    last = last.filter(footer -> !forgotten.contains(SignatureName.hash(footer.position().unit())));
    refresh();
  }

  private void mergeDue() throws IOException {
    Position position = last.orElseThrow().position();
    boolean ended = position.frontier().ended();
    int begin = runs.size() - of(SignatureName.hash(position.unit())).size();
    int from = begin;
    while (from < runs.size()) {
      int count = due(from, ended);
      if (count > 1) {
        merge(runs.subList(from, from + count));
      }
      from = count > 1 && !ended ? begin : from + 1;
    }
  }

  /** How many files are to be merged: at the end of a unit, as many as fit into one. */
  private int due(int from, boolean ended) throws IOException {
    long batches = runs.get(from).name().batches();
    long bytes = 0;
    int count = 0;
    for (Run run : runs.subList(from, runs.size())) {
      bytes += run.file().bytes();
      boolean fits = bytes <= Publication.MAX_OBJECT_BYTES;
      if (!fits || !ended && (count == FAN_IN || run.name().batches() != batches)) {
        break;
      }
      count++;
    }
    return ended || count == FAN_IN ? count : 1;
  }

  private void merge(List<Run> merged) throws IOException {
    SignatureName first = merged.get(0).name();
    SignatureName name =
        SignatureName.of(
            directory.root(),
            first.number(),
            merged.get(0).file().footer().position().unit(),
            first.first(),
            merged.get(merged.size() - 1).name().last());
    try (SignatureFileWriter writer = begin()) {
      new SignatureMerge(merged.stream().map(Run::file).toList()).write(writer, name.path());
    }
    for (Run run : merged) {
      run.file().close();
      Files.deleteIfExists(run.name().path());
      copies.delete(run.name());
    }
    merged.clear();
    merged.add(new Run(name, copies.open(name)));
    refresh();
  }

  /** Closes all files. */
  @Override
  public void close() throws IOException {
    for (Run run : runs) {
      run.file().close();
    }
  }
}
