package dev.sluice.storage.bands;

import dev.sluice.core.work.FileTree;
import dev.sluice.storage.publish.OutputFiles;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The files of all bands of an output.
 *
 * <pre>
 * ROOT/000001-HASH/00-1-8.keys     unit 1: band 0, batches 1 to 8
 *                  00-9-9.keys
 *                  01-1-4.keys
 * ROOT/000002-HASH/00-0-0.keys     a reset, in band 0
 * </pre>
 *
 * <p>Files are never changed. Some are replaced by one that covers their batches and deleted after
 * it is there, so a list may name files that are gone: read it again. Keeps nothing.
 *
 * @param root the directory, which need not be there yet
 */
public record BandDirectory(Path root) {
  /** What to do if files are damaged or do not fit together. */
  public static final String REMEDY =
      "restore all of _sluice/bands from one copy, or start a new output and topic prefix";

  private static final Comparator<BandFile> ORDER =
      Comparator.comparingInt(BandFile::number)
          .thenComparing(BandFile::unitHash)
          .thenComparingInt(BandFile::band)
          .thenComparingLong(BandFile::first)
          .thenComparing(Comparator.comparingLong(BandFile::last).reversed());

  /** All files by number, band and first batch; of those with the same first one, longest first. */
  public List<BandFile> list() throws IOException {
    return list(file -> true);
  }

  /**
   * Those of one band, in the same order. Lists until nothing has changed in between: a list that
   * is made while a file is replaced may have neither of both. Two lists in a row miss it only if
   * it is replaced in each of them, and merges of the same file are at least as far apart as the
   * batches that follow it.
   */
  public List<BandFile> list(int band) throws IOException {
    return list(file -> file.band() == band);
  }

  /**
   * The hashes of units and resets that some band has begun. Lists the directories alone, once: in
   * a list of all files, a unit is missing if its only file is replaced meanwhile.
   */
  public Set<String> unitHashes() throws IOException {
    return children(root).stream()
        .map(BandFile::hashOf)
        .flatMap(Optional::stream)
        .collect(Collectors.toSet());
  }

  private List<BandFile> list(Predicate<BandFile> which) throws IOException {
    List<BandFile> files = once(which);
    while (true) {
      List<BandFile> again = once(which);
      if (again.equals(files)) {
        return again;
      }
      files = again;
    }
  }

  private List<BandFile> once(Predicate<BandFile> which) throws IOException {
    return sorted(OutputFiles.of(root).sizesBelow(root).keySet()).stream().filter(which).toList();
  }

  private static List<BandFile> sorted(Collection<Path> paths) {
    return paths.stream().map(BandFile::parse).flatMap(Optional::stream).sorted(ORDER).toList();
  }

  /**
   * The directory of a unit or reset; empty if no band has begun one. Lists the directories alone.
   */
  public Optional<Path> unit(String unit) throws IOException {
    return directories(List.of(unit)).stream().findFirst();
  }

  /**
   * The file of a batch of a unit in a band, or of a reset, in the directory of the unit, or else
   * in the next one. Lists the directories alone.
   */
  public BandFile file(String unit, int band, long batch) throws IOException {
    String hash = BandFile.hash(unit);
    int number = 1;
    for (Path path : children(root)) {
      Optional<String> other = BandFile.hashOf(path);
      if (other.isPresent()) {
        int taken = BandFile.numberOf(path);
        if (other.get().equals(hash)) {
          return BandFile.of(root, taken, unit, band, batch, batch);
        }
        number = Math.max(number, taken + 1);
      }
    }
    return BandFile.of(root, number, unit, band, batch, batch);
  }

  /** The files in the directory of a unit, in the order of {@link #list}. */
  public List<BandFile> of(Path unitDirectory) throws IOException {
    return sorted(children(unitDirectory));
  }

  private static List<Path> children(Path directory) throws IOException {
    List<Path> paths = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      files.forEach(paths::add);
    } catch (NoSuchFileException | NotDirectoryException e) {
      return List.of();
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return paths;
  }

  /**
   * Those of a unit's files of one band that count: as few as possible that cover all batches from
   * 1 on without a gap. The others are covered by them.
   */
  public static List<BandFile> chain(Collection<BandFile> files) {
    List<BandFile> chain = new ArrayList<>();
    long next = 1;
    while (true) {
      long first = next;
      Optional<BandFile> longest =
          files.stream()
              .filter(file -> file.first() == first)
              .max(Comparator.comparingLong(BandFile::last));
      if (longest.isEmpty()) {
        return chain;
      }
      chain.add(longest.get());
      next = longest.get().last() + 1;
    }
  }

  /**
   * Deletes the files of forgotten units, once every band has the file of the reset. Before that, a
   * band worker may still have to continue after the last file of such a unit.
   *
   * @param reset id of the reset
   * @return whether every band has it, and nothing of the units is left
   */
  public boolean delete(String reset, Collection<String> units, int bands) throws IOException {
    Set<Integer> done = new HashSet<>();
    for (Path directory : directories(List.of(reset))) {
      of(directory).stream().filter(BandFile::isReset).forEach(file -> done.add(file.band()));
    }
    if (done.size() < bands) {
      return false;
    }
    for (Path directory : directories(units)) {
      for (BandFile file : of(directory)) {
        Files.deleteIfExists(file.path());
      }
      // A worker that was suspended may have just published into it; nobody reads that.
      FileTree.deleteIfEmpty(directory);
    }
    return true;
  }

  private List<Path> directories(Collection<String> units) throws IOException {
    Set<String> hashes = units.stream().map(BandFile::hash).collect(Collectors.toSet());
    return children(root).stream()
        .filter(path -> BandFile.hashOf(path).filter(hashes::contains).isPresent())
        .toList();
  }
}
