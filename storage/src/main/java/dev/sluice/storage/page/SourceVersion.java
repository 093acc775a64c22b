package dev.sluice.storage.page;

import java.nio.file.OpenOption;
import java.util.Objects;
import java.util.Optional;

/**
 * Tells whether a file is still the one that was opened first.
 *
 * @param length in bytes
 * @param option opens that version and no other, where the file system knows versions, as object
 *     stores do
 */
public record SourceVersion(long length, Optional<OpenOption> option) {
  /** As a listing told it. */
  public static SourceVersion of(ListedVersion listed) {
    return new SourceVersion(listed.bytes(), Optional.of(listed));
  }

  /** Requires the option. */
  public SourceVersion {
    Objects.requireNonNull(option, "option");
  }
}
