package dev.sluice.bands;

import dev.sluice.algorithms.neardup.SortedKeysReader;
import dev.sluice.storage.PermanentException;
import dev.sluice.storage.bands.BandDirectory;
import dev.sluice.storage.bands.BandFile;
import dev.sluice.storage.bands.BandHeader;
import dev.sluice.storage.bands.BandReader;
import dev.sluice.storage.bands.BandWriter;
import dev.sluice.storage.bands.RemovedSection;
import dev.sluice.storage.bands.SketchReader;
import dev.sluice.storage.publish.Publication;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Makes one file of several of the same unit and band that follow each other. Publishes it, then
 * deletes those that it covers: whoever reads in between sees both, which say the same. What is
 * made depends only on the files. Streams keys, and before them sketches, for which keys are read
 * twice; takes 300 KiB for each file.
 */
class BandMerge {
  private final Publication publication;
  private final long mostBytes;

  BandMerge(Publication publication) {
    this(publication, Publication.MAX_OBJECT_BYTES);
  }

  /**
   * @param mostBytes of the files that are merged
   */
  BandMerge(Publication publication, long mostBytes) {
    this.publication = publication;
    this.mostBytes = mostBytes;
  }

  /**
   * How many of these files, from the first one on, certainly fit into one; at least one. This
   * follows from their headers, so that no store is asked for each of them at each batch.
   */
  int fitting(List<BandRun> runs) throws IOException {
    long bytes = runs.get(0).header().mostFileBytes();
    for (int count = 1; count < runs.size(); count++) {
      bytes += runs.get(count).header().mostFileBytes();
      if (bytes > mostBytes) {
        return count;
      }
    }
    return runs.size();
  }

  /** A file that is being read. */
  private static final class Source implements Comparable<Source>, Closeable {
    private final BandReader reader;
    private final Optional<SketchReader> sketches;
    private long key;

    Source(BandReader reader, boolean sketches) throws IOException {
      this.reader = reader;
      this.key = reader.firstKey();
      this.sketches = sketches ? Optional.of(reader.sketches()) : Optional.empty();
    }

    /** Writes the key, or its sketch. */
    void write(BandWriter writer) throws IOException {
      if (sketches.isPresent()) {
        int at = sketches.get().seek(reader.index());
        writer.addSketch(sketches.get().bytes(), at);
      } else {
        writer.add(key);
      }
    }

    @Override
    public void close() throws IOException {
      if (sketches.isPresent()) {
        sketches.get().close();
      }
    }

    @Override
    public int compareTo(Source other) {
      return Long.compare(key, other.key);
    }
  }

  /**
   * Merges files.
   *
   * @param runs two or more in the order of their batches
   * @param target the file that covers them
   */
  BandRun merge(List<BandRun> runs, BandFile target) throws IOException {
    List<BandReader> readers = new ArrayList<>();
    try {
      for (BandRun run : runs) {
        readers.add(BandReader.open(run.file().path()));
      }
      RemovedSection.Source removed = rows -> removed(readers, rows);
      BandHeader header = header(target.path(), readers, RemovedSection.bytes(removed));
      try (BandWriter writer = new BandWriter(publication, target.path(), header, removed)) {
        if (header.sketchBytes() > 0) {
          copySketches(runs, writer);
        }
        List<Source> sources = new ArrayList<>();
        for (BandReader reader : readers) {
          sources.add(new Source(reader, false));
        }
        copy(sources, writer);
        writer.publish();
      }
      for (BandRun run : runs) {
        delete(run.file());
      }
      return new BandRun(target, header);
    } finally {
      for (BandReader reader : readers) {
        reader.close();
      }
    }
  }

  /** Deletes a file that another one covers. */
  void delete(BandFile file) throws IOException {
    Files.deleteIfExists(file.path());
  }

  /** The rows follow each other, because the batches do. */
  private static void removed(List<BandReader> readers, RemovedSection.Rows rows)
      throws IOException {
    for (BandReader reader : readers) {
      reader.removed(rows);
    }
  }

  private static BandHeader header(Path target, List<BandReader> readers, long removedBytes)
      throws IOException {
    BandHeader first = readers.get(0).header();
    BandHeader last = first;
    SortedSet<String> dumps = new TreeSet<>();
    long documents = 0;
    long removed = 0;
    long keys = 0;
    for (BandReader reader : readers) {
      BandHeader header = reader.header();
      if (header.sketchBytes() != first.sketchBytes()) {
        throw new PermanentException(
            "%s cannot be made: sketches of %d and %d bytes: %s"
                .formatted(
                    target, first.sketchBytes(), header.sketchBytes(), BandDirectory.REMEDY));
      }
      if (header != first
          && (header.first() != last.last() + 1 || !header.from().equals(last.frontier()))) {
        throw new PermanentException(
            "%s cannot be made: a file goes from %s in batch %d, the one before to %s in batch %d: %s"
                .formatted(
                    target,
                    header.from(),
                    header.first(),
                    last.frontier(),
                    last.last(),
                    BandDirectory.REMEDY));
      }
      dumps.addAll(header.dumps());
      documents += header.documents();
      removed += header.removedCount();
      keys += header.keys();
      last = header;
    }
    return new BandHeader(
        first.format(),
        first.unit(),
        first.band(),
        first.bands(),
        first.first(),
        last.last(),
        last.clusterId(),
        last.topicId(),
        last.nextOffset(),
        first.from(),
        last.frontier(),
        List.copyOf(dumps),
        documents,
        removed,
        keys,
        last.stored(),
        removedBytes,
        first.sketchBytes(),
        List.of());
  }

  private static void copySketches(List<BandRun> runs, BandWriter writer) throws IOException {
    List<BandReader> readers = new ArrayList<>();
    List<Source> sources = new ArrayList<>();
    try {
      for (BandRun run : runs) {
        readers.add(BandReader.open(run.file().path()));
        sources.add(new Source(readers.get(readers.size() - 1), true));
      }
      copy(sources, writer);
    } finally {
      for (Source source : sources) {
        source.close();
      }
      for (BandReader reader : readers) {
        reader.close();
      }
    }
  }

  /** Writes keys in their order, or the sketches in the order of the keys. */
  private static void copy(List<Source> all, BandWriter writer) throws IOException {
    PriorityQueue<Source> sources = new PriorityQueue<>();
    for (Source source : all) {
      add(sources, source);
    }
    while (!sources.isEmpty()) {
      Source least = sources.remove();
      Source next = sources.peek();
      long until = next == null ? SortedKeysReader.END : next.key;
      if (least.key == until) {
        throw new PermanentException(
            "two files of one unit and band hold the same key: " + BandDirectory.REMEDY);
      }
      while (least.key < until) {
        least.write(writer);
        least.key = least.reader.nextKey();
      }
      add(sources, least);
    }
  }

  private static void add(PriorityQueue<Source> sources, Source source) {
    if (source.key != SortedKeysReader.END) {
      sources.add(source);
    }
  }
}
