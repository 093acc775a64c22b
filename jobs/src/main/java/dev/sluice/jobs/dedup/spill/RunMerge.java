package dev.sluice.jobs.dedup.spill;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Merges several runs; a number that several runs contain comes once. Memory: a chunk for each run.
 */
final class RunMerge implements LongSource {
  private final List<RunReader> opened = new ArrayList<>();
  private final RunReader[] heap;
  private int size;
  private boolean begun;
  private long value;

  RunMerge(Path directory, List<SpillFile> runs) throws IOException {
    heap = new RunReader[runs.size()];
    try {
      for (SpillFile run : runs) {
        RunReader reader = new RunReader(directory, run);
        opened.add(reader);
        if (reader.next()) {
          heap[size++] = reader;
        }
      }
    } catch (IOException e) {
      close();
      throw e;
    }
    for (int i = size / 2 - 1; i >= 0; i--) {
      sink(i);
    }
  }

  private void sink(int from) {
    RunReader sinking = heap[from];
    int at = from;
    for (int child = 2 * at + 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && heap[child + 1].value() < heap[child].value()) {
        child++;
      }
      if (heap[child].value() >= sinking.value()) {
        break;
      }
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = sinking;
  }

  @Override
  public boolean next() throws IOException {
    while (size > 0 && begun && heap[0].value() == value) {
      advance();
    }
    if (size == 0) {
      return false;
    }
    begun = true;
    value = heap[0].value();
    return true;
  }

  private void advance() throws IOException {
    if (!heap[0].next()) {
      heap[0] = heap[--size];
    }
    if (size > 0) {
      sink(0);
    }
  }

  @Override
  public long value() {
    return value;
  }

  @Override
  public void close() throws IOException {
    for (RunReader reader : opened) {
      reader.close();
    }
  }
}
