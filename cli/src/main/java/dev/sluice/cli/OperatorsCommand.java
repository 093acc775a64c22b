package dev.sluice.cli;

import dev.sluice.app.ExitCode;
import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorRegistry;
import dev.sluice.operators.score.Scorers;
import dev.sluice.settings.ConfigException;
import dev.sluice.settings.Problem;
import dev.sluice.storage.output.Json;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code operators}: lists the operators that recipes can use. */
@Command(name = "operators", description = "List the operators, or describe some of them.")
final class OperatorsCommand extends ResultCommand {

  @Parameters(paramLabel = "NAME", description = "Operators to describe. Default: list all.")
  private List<String> names = new ArrayList<>();

  @Override
  public Integer call() {
    List<OperatorDescription> chosen = chosen(all());
    print(
        Json.PLAIN.valueToTree(chosen.stream().map(OperatorHelp::tree).toList()),
        () -> text(chosen));
    return ExitCode.DONE;
  }

  private String text(List<OperatorDescription> chosen) {
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);
    if (names.isEmpty()) {
      OperatorHelp.list(chosen, out);
    } else {
      chosen.forEach(description -> OperatorHelp.describe(description, out));
    }
    return text.toString();
  }

  /** Returns all operators, including those of plug-ins, and all scorers. */
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
