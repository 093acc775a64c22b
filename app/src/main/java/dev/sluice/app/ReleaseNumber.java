package dev.sluice.app;

import java.util.Optional;

/** The version of the program, from the manifest of its jar. */
public final class ReleaseNumber {
  private static final String WITHOUT_JAR = "development";

  private ReleaseNumber() {}

  /** Returns the version, or {@code development} if the program does not run from its jar. */
  public static String current() {
    return Optional.ofNullable(ReleaseNumber.class.getPackage().getImplementationVersion())
        .orElse(WITHOUT_JAR);
  }
}
