package dev.sluice.jobs.shuffle.source;

import dev.sluice.jobs.shuffle.request.ShuffleInput;
import dev.sluice.storage.text.InputFile;
import dev.sluice.storage.text.SkippedPath;
import java.util.List;

/**
 * What one input stands for.
 *
 * @param input as it was asked for
 * @param files in their order
 * @param leftOut what else it leads to
 */
public record InputPart(ShuffleInput input, List<InputFile> files, List<SkippedPath> leftOut) {
  public InputPart {
    leftOut = List.copyOf(leftOut);
    files = List.copyOf(files);
  }
}
