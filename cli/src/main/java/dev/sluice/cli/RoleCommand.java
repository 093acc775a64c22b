package dev.sluice.cli;

import dev.sluice.app.ExitCode;
import dev.sluice.app.run.StartChecks;
import dev.sluice.app.takedown.BlocklistFiles;
import dev.sluice.cli.exit.Served;
import dev.sluice.cli.option.MainJobOptions;
import dev.sluice.settings.ConfigRequest;
import dev.sluice.settings.Role;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** A role of the main job as a process that runs until it is stopped. */
abstract class RoleCommand extends ProgramCommand {
  private final Role role;
  @Mixin private MainJobOptions.RoleOptions options = new MainJobOptions.RoleOptions();

  private RoleCommand(Role role) {
    this.role = role;
  }

  /** {@code streams}: runs the topology. */
  @Command(
      name = "streams",
      description =
          "Run the topology until stopped. Any number of instances can run at the same time.")
  static final class Streams extends RoleCommand {
    Streams() {
      super(Role.STREAMS);
    }
  }

  /** {@code matcher}: finds near-duplicates. */
  @Command(
      name = "matcher",
      description =
          "Find near-duplicates until stopped. If several instances run, one of them is "
              + "active, and the others are idle.")
  static final class Matcher extends RoleCommand {
    Matcher() {
      super(Role.MATCHER);
    }
  }

  /** {@code sink}: writes shards. */
  @Command(
      name = "sink",
      description = "Write shards until stopped. Any number of instances can run at the same time.")
  static final class Sink extends RoleCommand {
    Sink() {
      super(Role.SINK);
    }
  }

  @Override
  public Integer call() throws Exception {
    ConfigRequest request =
        options.ofRole(role, sluice.options().request()).checking(StartChecks::output);
    if (role != Role.STREAMS) {
      request = request.needing("output.path", "--output");
    }
    if (role == Role.MATCHER) {
      request = request.checking(StartChecks::nearDedup);
    }
    BlocklistFiles blocklist = new BlocklistFiles();
    if (role == Role.SINK) {
      request = request.checking(StartChecks.blocklist(blocklist));
    }
    return Served.run(
        role.name().toLowerCase(Locale.ROOT),
        sluice.loadForRole(request),
        sluice.machine(),
        false,
        job -> {
          job.serve(role, blocklist);
          return ExitCode.DONE;
        });
  }
}
