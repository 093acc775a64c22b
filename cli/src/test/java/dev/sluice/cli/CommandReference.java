package dev.sluice.cli;

import dev.sluice.settings.Machine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The page docs/reference/commands.md, from the declared commands and options. */
final class CommandReference {
  private static final Set<String> MAIN_JOB = Set.of("run", "ingest", "streams", "matcher", "sink");
  private static final Set<String> NOT_LISTED = Set.of("help", "generate-completion");

  private final StringBuilder page = new StringBuilder();
  private final Map<String, CommandLine> commands;
  private final Set<String> common;
  private final Set<String> ofMainJob;

  private CommandReference() {
    commands =
        new Sluice(Map.of(), new Machine(16L << 30, 2))
            .commandLine("help").getSubcommands().entrySet().stream()
                .filter(each -> !NOT_LISTED.contains(each.getKey()))
                .collect(
                    Collectors.toMap(
                        Map.Entry::getKey,
                        Map.Entry::getValue,
                        (one, other) -> one,
                        LinkedHashMap::new));
    common = shared(commands.keySet());
    ofMainJob = shared(MAIN_JOB);
    ofMainJob.removeAll(common);
  }

  static String markdown() {
    CommandReference reference = new CommandReference();
    reference.write();
    return reference.page.toString();
  }

  /** The longest names of the options that all of these commands have. */
  private Set<String> shared(Set<String> names) {
    return names.stream()
        .map(name -> names(commands.get(name)))
        .reduce(
            (one, other) -> {
              one.retainAll(other);
              return one;
            })
        .orElseThrow();
  }

  private static Set<String> names(CommandLine command) {
    return command.getCommandSpec().options().stream()
        .map(OptionSpec::longestName)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private void write() {
    line("# Commands");
    line("");
    line("All commands with their options, as `./sluice help COMMAND` shows them. This page is");
    line("generated. [Exit codes](messages.md#exit-codes) are the same for all commands.");
    line("");
    line(
        "`./sluice help` lists the commands. `source <(./sluice generate-completion)` completes"
            + " commands");
    line("and options in bash and zsh.");
    line("");
    line("## Options of all commands");
    line("");
    CommandSpec any = commands.values().iterator().next().getCommandSpec();
    options(any.options().stream().filter(each -> common.contains(each.longestName())));
    line("");
    line("## Options of the main job");
    line("");
    line("For commands that work on the output of the main job.");
    line("");
    options(
        commands.get("run").getCommandSpec().options().stream()
            .filter(each -> ofMainJob.contains(each.longestName())));
    commands.forEach(this::command);
  }

  private void command(String name, CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    line("");
    line("## " + name);
    line("");
    line(text(spec.usageMessage().description()));
    boolean mainJob = names(command).containsAll(ofMainJob);
    if (mainJob) {
      line("");
      line("Takes the [options of the main job](#options-of-the-main-job).");
    }
    List<ArgSpec> own = new ArrayList<>(spec.positionalParameters());
    spec.options().stream()
        .filter(each -> !common.contains(each.longestName()))
        .filter(each -> !mainJob || !ofMainJob.contains(each.longestName()))
        .forEach(own::add);
    own.removeIf(ArgSpec::hidden);
    if (!own.isEmpty()) {
      line("");
      options(own.stream());
    }
  }

  private void options(Stream<? extends ArgSpec> options) {
    line("| option | meaning |");
    line("|---|---|");
    options.filter(each -> !each.hidden()).forEach(this::option);
  }

  private void option(ArgSpec each) {
    line("| `%s` | %s |".formatted(name(each), escaped(text(each.description()))));
  }

  private static String text(String... description) {
    return String.join(" ", description).replace("%n", " ").replace("%%", "%");
  }

  private static String name(ArgSpec each) {
    if (each instanceof PositionalParamSpec) {
      return each.paramLabel();
    }
    OptionSpec option = (OptionSpec) each;
    boolean takesValue = option.arity().max() > 0;
    return String.join("`, `", option.names()) + (takesValue ? " " + each.paramLabel() : "");
  }

  private static String escaped(String text) {
    return text.replace("|", "\\|").replace("<", "\\<");
  }

  private void line(String text) {
    page.append(text).append('\n');
  }
}
