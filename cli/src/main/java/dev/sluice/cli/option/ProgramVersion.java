package dev.sluice.cli.option;

import dev.sluice.app.ReleaseNumber;
import picocli.CommandLine.IVersionProvider;

/** The program's version, for {@code --version}. */
public final class ProgramVersion implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {
      "sluice " + ReleaseNumber.current() + " (Java " + System.getProperty("java.version") + ")"
    };
  }
}
