package dev.sluice.neardup;

import dev.sluice.core.work.FileTree;
import dev.sluice.storage.publish.OutputFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The files of signatures of an output.
 *
 * <pre>
 * ROOT/000001-HASH/1-8.sig     unit 1, batches 1 to 8
 *                  9-9.sig
 * ROOT/000002-HASH/0-0.sig     a reset
 * </pre>
 *
 * <p>Files are never changed. Some are replaced by one that covers their batches and are deleted
 * after it exists, so a list may name files that are gone: read it again. Keeps nothing.
 *
 * @param root directory, which need not exist
 */
public record SignatureDirectory(Path root) {
  /** Their directory, relative to the output. */
  public static final String DIRECTORY = "_sluice/signatures";

  /** Maximum number of attempts to open files that are replaced meanwhile. */
  private static final int ATTEMPTS = 50;

  private static final Comparator<SignatureName> ORDER =
      Comparator.comparingInt(SignatureName::number)
          .thenComparing(SignatureName::unitHash)
          .thenComparingLong(SignatureName::first)
          .thenComparing(Comparator.comparingLong(SignatureName::last).reversed());

  /** Returns the files of an output. */
  public static SignatureDirectory ofOutput(Path output) {
    return new SignatureDirectory(output.resolve(DIRECTORY));
  }

  /**
   * Returns all files by number and first batch. Of files with the same first batch, the longest
   * comes first. Lists until two lists in a row are equal: a list that is made while a file is
   * replaced may contain neither the old file nor the new one. Two equal lists miss the file only
   * if it is replaced during each of them, and merges of the same file are at least as far apart as
   * the batches that follow it.
   */
  public List<SignatureName> list() throws IOException {
    return settled(root);
  }

  private List<SignatureName> settled(Path directory) throws IOException {
    List<SignatureName> files = once(directory);
    while (true) {
      List<SignatureName> again = once(directory);
      if (again.equals(files)) {
        return again;
      }
      files = again;
    }
  }

  private List<SignatureName> once(Path directory) throws IOException {
    return sorted(OutputFiles.of(root).sizesBelow(directory).keySet());
  }

  private static List<SignatureName> sorted(Collection<Path> paths) {
    return paths.stream()
        .map(SignatureName::parse)
        .flatMap(Optional::stream)
        .sorted(ORDER)
        .toList();
  }

  /**
   * Returns the hashes of units and resets that have a directory. Lists only the directories, and
   * only once: in a list of all files, a unit is missing if its only file is replaced meanwhile.
   */
  public Set<String> unitHashes() throws IOException {
    return OutputFiles.in(root).stream()
        .map(SignatureName::hashOf)
        .flatMap(Optional::stream)
        .collect(Collectors.toSet());
  }

  /** Returns the directory of a unit or reset, or empty if none of its batches is decided. */
  public Optional<Path> unit(String unit) throws IOException {
    return directories(List.of(unit)).stream().findFirst();
  }

  /**
   * Returns the file for a batch of a unit, or for a reset. It is in the directory of the unit, or
   * in a new directory. Lists only the directories.
   */
  SignatureName file(String unit, long batch) throws IOException {
    String hash = SignatureName.hash(unit);
    int number = 1;
    for (Path path : OutputFiles.in(root)) {
      Optional<String> other = SignatureName.hashOf(path);
      if (other.isPresent()) {
        int taken = SignatureName.numberOf(path);
        if (other.get().equals(hash)) {
          return SignatureName.of(root, taken, unit, batch, batch);
        }
        number = Math.max(number, taken + 1);
      }
    }
    return SignatureName.of(root, number, unit, batch, batch);
  }

  /** Returns the files in the directory of a unit, in the order of {@link #list}. */
  List<SignatureName> of(Path unitDirectory) throws IOException {
    return sorted(OutputFiles.in(unitDirectory));
  }

  /**
   * Returns the files of a unit that count. They are as few as possible, and cover all batches from
   * 1 on without a gap. The others are covered by them.
   */
  public static List<SignatureName> chain(Collection<SignatureName> files) {
    List<SignatureName> chain = new ArrayList<>();
    long next = 1;
    while (true) {
      long first = next;
      Optional<SignatureName> longest =
          files.stream()
              .filter(file -> file.first() == first)
              .max(Comparator.comparingLong(SignatureName::last));
      if (longest.isEmpty()) {
        return chain;
      }
      chain.add(longest.get());
      next = longest.get().last() + 1;
    }
  }

  /**
   * Returns whether the matcher has done a reset. Before that, it may still have to continue after
   * the last file of a unit that the reset forgets.
   *
   * @param reset id of the reset
   */
  public boolean hasReset(String reset) throws IOException {
    boolean done = false;
    for (Path directory : directories(List.of(reset))) {
      done |= of(directory).stream().anyMatch(SignatureName::isReset);
    }
    return done;
  }

  /**
   * Returns the units that resets have forgotten, with the groups from which only copies were
   * removed.
   */
  public Map<String, List<String>> forgotten() throws IOException {
    Map<String, List<String>> units = new HashMap<>();
    for (SignatureName name : list()) {
      if (name.isReset()) {
        try (SignatureFile file = SignatureFile.open(name.path())) {
          units.putAll(file.footer().forgotten());
        }
      }
    }
    return units;
  }

  /** Returns whether all documents of a unit are decided. */
  public boolean hasEnded(String unit) throws IOException {
    return lastFooter(unit).filter(last -> last.position().frontier().ended()).isPresent();
  }

  /**
   * Returns, for a unit, the groups from which only copies are removed, or empty if the unit has no
   * files.
   */
  public Optional<List<String>> keptGroups(String unit) throws IOException {
    return lastFooter(unit).map(last -> last.guard().kept());
  }

  /** What the last file of a unit says; empty if none of its batches is decided. */
  private Optional<SignatureFooter> lastFooter(String unit) throws IOException {
    return whileReplaced(
        () -> {
          Optional<Path> directory = unit(unit);
          List<SignatureName> files = directory.isEmpty() ? List.of() : chain(of(directory.get()));
          if (files.isEmpty()) {
            return Optional.empty();
          }
          try (SignatureFile last = SignatureFile.open(files.get(files.size() - 1).path())) {
            return Optional.of(last.footer());
          }
        });
  }

  /**
   * Lists and opens files, which a matcher may replace in between.
   *
   * @param <T> what is read
   * @param <E> other exceptions
   */
  @FunctionalInterface
  public interface Reading<T, E extends Exception> {
    /** Lists the files, and reads them. */
    T read() throws IOException, E;
  }

  /**
   * Reads files again if a listed file does not exist, because it was replaced by one that covers
   * it.
   *
   * @throws IOException if a file remains missing. A later attempt may succeed, because a listing
   *     on NFS can be up to a minute old
   */
  public static <T, E extends Exception> T whileReplaced(Reading<T, E> reading)
      throws IOException, E {
    for (int attempt = 1; ; attempt++) {
      try {
        return reading.read();
      } catch (NoSuchFileException e) {
        if (attempt == ATTEMPTS) {
          throw new IOException(
              e.getFile() + " is in the listing of its directory, but does not exist", e);
        }
      }
    }
  }

  /**
   * Deletes the files of units. Deletes files that others cover first. If the deletion is
   * interrupted, the remaining files therefore either hold the whole unit or visibly lack its first
   * batch.
   */
  public void delete(Collection<String> units) throws IOException {
    for (Path directory : directories(units)) {
      List<SignatureName> files = new ArrayList<>(of(directory));
      files.sort(Comparator.comparingLong(SignatureName::last));
      for (SignatureName file : files) {
        Files.deleteIfExists(file.path());
      }
      // A matcher that was suspended may have just published into it; nobody reads that.
      FileTree.deleteIfEmpty(directory);
    }
  }

  /**
   * Passes on the evidence in the files of a unit, in the order in which documents were decided. If
   * a matcher replaces files meanwhile, reading continues in those that cover them.
   *
   * @param into receives each match once; what it throws should be no {@link NoSuchFileException}
   * @throws IOException if the unit has no files, or a reset deletes them meanwhile
   */
  public void matches(String unit, SignatureFile.Records<Match> into) throws IOException {
    Continuation matches = new Continuation(into);
    whileReplaced(() -> readMatches(unit, matches));
  }

  private Void readMatches(String unit, Continuation matches) throws IOException {
    matches.begin();
    List<SignatureName> files = new ArrayList<>();
    for (Path directory : directories(List.of(unit))) {
      files.addAll(chain(settled(directory)));
    }
    if (files.isEmpty()) {
      throw new IOException(
          "%s has no files of unit %s: restore all of it from one copy, unless a reset has deleted them"
              .formatted(root, unit));
    }
    for (SignatureName name : files) {
      try (SignatureFile file = SignatureFile.open(name.path())) {
        file.matches(matches);
      }
    }
    return null;
  }

  /** Passes on matches that are read several times from the beginning, each only once. */
  private static final class Continuation implements SignatureFile.Records<Match> {
    private final SignatureFile.Records<Match> into;
    private long passed;
    private long read;

    Continuation(SignatureFile.Records<Match> into) {
      this.into = into;
    }

    void begin() {
      read = 0;
    }

    @Override
    public void accept(Match next) throws IOException {
      if (read++ == passed) {
        passed++;
        into.accept(next);
      }
    }
  }

  private List<Path> directories(Collection<String> units) throws IOException {
    Set<String> hashes = units.stream().map(SignatureName::hash).collect(Collectors.toSet());
    return OutputFiles.in(root).stream()
        .filter(path -> SignatureName.hashOf(path).filter(hashes::contains).isPresent())
        .toList();
  }
}
