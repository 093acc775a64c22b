package dev.sluice.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.sluice.app.ExitCode;
import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorRegistry;
import dev.sluice.operators.score.Scorers;
import dev.sluice.settings.ConfigException;
import dev.sluice.settings.Problem;
import dev.sluice.storage.output.Json;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** {@code operators}: the operators that recipes can use. */
@Command(name = "operators", description = "List the operators, or describe some of them.")
final class OperatorsCommand implements Callable<Integer> {
  @ParentCommand private Sluice sluice;

  @Parameters(paramLabel = "NAME", description = "Operators to describe. Default: list all.")
  private List<String> names = new ArrayList<>();

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  @Override
  public Integer call() throws JsonProcessingException {
    PrintWriter out = sluice.out();
    OperatorRegistry registry = all();
    List<OperatorDescription> chosen = chosen(registry);
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
