package dev.sluice.jobs.shuffle.source;

import dev.sluice.jobs.shuffle.request.ShuffleInput;
import dev.sluice.storage.text.InputFile;
import dev.sluice.storage.text.SkippedPath;
import java.util.List;

/**
 * The files of an input.
 *
 * @param input as requested
 * @param files in their order
 * @param leftOut paths skipped
 */
public record InputPart(ShuffleInput input, List<InputFile> files, List<SkippedPath> leftOut) {
  public InputPart {
    leftOut = List.copyOf(leftOut);
    files = List.copyOf(files);
  }
}
