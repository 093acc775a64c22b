package dev.sluice.jobs.shuffle;

import dev.sluice.storage.text.InputFile;
import java.util.List;

/**
 * What one input stands for.
 *
 * @param input as it was asked for
 * @param files in their order
 */
record InputPart(ShuffleInput input, List<InputFile> files) {
  InputPart {
    files = List.copyOf(files);
  }
}
