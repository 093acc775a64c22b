package dev.sluice.streams.keys;

import dev.sluice.topics.record.BandBlock;
import dev.sluice.topics.record.TopicDocument;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Collects the keys of documents of one source file, and makes a block of them for each band. A
 * document without a key in a band is not in the band's block; a band without documents has no
 * block. Memory: 16 bytes a key. Used by one thread.
 */
public final class KeyBlocks {
  private static final int FIRST_ROWS = 16;

  private final List<Band> bands;
  private String unit;
  private String file;

  /** Takes the blocks of bands. */
  public interface Target {
    /** Takes the block of a band, at most one between two calls of {@link KeyBlocks#add}. */
    void accept(int band, BandBlock block);
  }

  /** The keys of one band. */
  private static final class Band {
    private long[] rows = new long[FIRST_ROWS];
    private long[] keys = new long[FIRST_ROWS];
    private final List<String> dumps = new ArrayList<>();
    private int size;

    void add(long row, long key, String dump) {
      if (size == rows.length) {
        rows = Arrays.copyOf(rows, 2 * size);
        keys = Arrays.copyOf(keys, 2 * size);
      }
      rows[size] = row;
      keys[size++] = key;
      if (!dumps.contains(dump)) {
        dumps.add(dump);
      }
    }

    BandBlock take(String unit, String file) {
      BandBlock block =
          new BandBlock(unit, file, dumps, Arrays.copyOf(rows, size), Arrays.copyOf(keys, size));
      dumps.clear();
      size = 0;
      return block;
    }
  }

  /**
   * Starts without documents.
   *
   * @param bands number of bands
   */
  public KeyBlocks(int bands) {
    this.bands = Stream.generate(Band::new).limit(bands).toList();
  }

  /**
   * Adds a document, of the same unit and file as those before it and of a later row.
   *
   * @param keys its keys, from the first band on
   * @param count number of its keys
   */
  public void add(TopicDocument document, long[] keys, int count) {
    unit = document.unit();
    file = document.file();
    for (int band = 0; band < count; band++) {
      bands.get(band).add(document.row(), keys[band], document.dump());
    }
  }

  /** Hands over the blocks of the documents since the last call, in the order of bands. */
  public void drain(Target target) {
    for (int band = 0; band < bands.size(); band++) {
      if (bands.get(band).size > 0) {
        target.accept(band, bands.get(band).take(unit, file));
      }
    }
  }
}
