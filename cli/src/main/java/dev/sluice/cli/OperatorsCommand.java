package dev.sluice.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.sluice.app.ExitCode;
import dev.sluice.operators.BoundOperator;
import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorRegistry;
import dev.sluice.operators.Parameter;
import dev.sluice.operators.plugin.PluginCheck;
import dev.sluice.operators.score.Scorers;
import dev.sluice.settings.ConfigException;
import dev.sluice.settings.Problem;
import dev.sluice.storage.output.Json;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code operators}: the operators that recipes can use. */
@Command(name = "operators", description = "List the operators, or describe some of them.")
final class OperatorsCommand implements Callable<Integer> {
  @ParentCommand private Sluice sluice;
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "NAME", description = "Operators to describe. Default: list all.")
  private List<String> names = new ArrayList<>();

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  @Option(
      names = "--check",
      description =
          "Try operators of --plugins on texts that are made to go wrong. Exit code 1 if one does,"
              + " or cannot be tried.")
  private boolean check;

  @Override
  public Integer call() throws JsonProcessingException {
    PrintWriter out = spec.commandLine().getOut();
    OperatorRegistry registry = all();
    List<OperatorDescription> chosen = chosen(registry);
    if (check) {
      return check(registry, chosen, out);
    }
    if (json) {
      out.println(
          Json.PLAIN
              .writerWithDefaultPrettyPrinter()
              .writeValueAsString(chosen.stream().map(OperatorHelp::tree).toList()));
    } else if (names.isEmpty()) {
      OperatorHelp.list(chosen, out);
    } else {
      chosen.forEach(description -> OperatorHelp.describe(description, out));
    }
    out.flush();
    return ExitCode.DONE;
  }

  /** Operators, also those of plug-ins, and scorers. */
  private OperatorRegistry all() {
    List<OperatorDescription> all = new ArrayList<>(sluice.options().operators().all());
    all.addAll(Scorers.registry().all());
    return new OperatorRegistry(all);
  }

  private static int check(
      OperatorRegistry registry, List<OperatorDescription> chosen, PrintWriter out) {
    List<OperatorDescription> foreign =
        chosen.stream().filter(description -> description.plugin().isPresent()).toList();
    if (foreign.isEmpty()) {
      throw new ConfigException(
          List.of(new Problem("--check", "", "there is no operator of a plug-in: --plugins DIR")));
    }
    boolean sound = true;
    for (OperatorDescription description : foreign) {
      List<String> findings = check(registry, description);
      sound &= findings.isEmpty();
      out.printf(
          "%s: %s%n",
          description.name(), findings.isEmpty() ? "sound" : String.join("; ", findings));
    }
    out.flush();
    return sound ? ExitCode.DONE : ExitCode.FAILED;
  }

  private static List<String> check(OperatorRegistry registry, OperatorDescription description) {
    List<String> needed =
        description.parameters().stream()
            .filter(each -> each.defaultTexts().isEmpty())
            .map(Parameter::name)
            .toList();
    if (!needed.isEmpty()) {
      return List.of(
          "not tried, there is no default of %s: give it one to have it tried, or name the other operators"
              .formatted(String.join(", ", needed)));
    }
    List<String> problems = new ArrayList<>();
    Optional<BoundOperator> bound =
        registry.bind(
            description.name(),
            Map.of(),
            "--check",
            (subject, where, message) -> problems.add(message));
    return bound.map(PluginCheck::of).orElse(problems);
  }

  private List<OperatorDescription> chosen(OperatorRegistry registry) {
    List<Problem> problems = new ArrayList<>();
    List<OperatorDescription> chosen = new ArrayList<>();
    for (String name : names) {
      registry
          .find(name)
          .ifPresentOrElse(
              chosen::add, () -> problems.add(new Problem(name, "", registry.unknown(name))));
    }
    if (!problems.isEmpty()) {
      throw new ConfigException(problems);
    }
    return names.isEmpty() ? registry.all() : chosen;
  }
}
