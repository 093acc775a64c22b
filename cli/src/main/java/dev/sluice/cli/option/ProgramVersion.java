package dev.sluice.cli.option;

import java.util.Optional;
import picocli.CommandLine.IVersionProvider;

/** The program's version, from its jar's manifest. */
public final class ProgramVersion implements IVersionProvider {
  private static final String WITHOUT_JAR = "development";

  /** The version; {@code development} if the program does not run from its jar. */
  public static String number() {
    return Optional.ofNullable(ProgramVersion.class.getPackage().getImplementationVersion())
        .orElse(WITHOUT_JAR);
  }

  @Override
  public String[] getVersion() {
    return new String[] {
      "sluice " + number() + " (Java " + System.getProperty("java.version") + ")"
    };
  }
}
