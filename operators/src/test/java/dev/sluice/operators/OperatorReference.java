package dev.sluice.operators;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.operators.peer.DataJuicer;
import dev.sluice.operators.peer.PeerOperator;
import dev.sluice.operators.score.Scorers;
import dev.sluice.operators.standard.StandardOperators;
import dev.sluice.operators.text.CharClass;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes the reference page out of the operators' descriptions and their golden cases. */
final class OperatorReference {
  private static final int CASES = 2;
  private static final int LONGEST = 60;
  private static final int LONGEST_LIST = 8;

  private OperatorReference() {}

  /** The page in Markdown. */
  static String markdown() {
    StringBuilder page = new StringBuilder(resource("reference-head.md"));
    List<GoldenCases.Case> cases = GoldenCasesTest.cases();
    for (OperatorGroup group : OperatorGroup.values()) {
      List<OperatorDescription> members =
          Stream.concat(
                  StandardOperators.registry().all().stream(), Scorers.registry().all().stream())
              .filter(each -> each.group() == group)
              .toList();
      end(page);
      page.append("\n## ")
          .append(group.title())
          .append("\n\n")
          .append(group.summary())
          .append("\n\n");
      page.append("Each of these is a %s.\n\n".formatted(group.kind()));
      page.append("| operator | what it does | source |\n|---|---|---|\n");
      for (OperatorDescription each : members) {
        page.append(
            "| [`%s`](#%s) | %s | %s |\n"
                .formatted(each.name(), each.name(), cell(each.summary()), cell(each.reference())));
      }
      members.forEach(each -> section(each, cases, page));
    }
    peers(page);
    return page.toString();
  }

  private static void peers(StringBuilder page) {
    end(page);
    page.append(resource("reference-peers.md"));
    page.append("| Data-Juicer | Sluice | parameters | differences |\n|---|---|---|---|\n");
    for (PeerOperator peer : DataJuicer.operators()) {
      List<String> names = peer.steps().stream().map(PeerOperator.Step::operator).toList();
      page.append(
          "| `%s` | %s | %s | %s |\n"
              .formatted(
                  peer.name(),
                  names.stream()
                      .map(name -> "[`%s`](#%s)".formatted(name, name))
                      .collect(Collectors.joining(", ")),
                  peer.steps().stream()
                      .map(OperatorReference::renamed)
                      .filter(text -> !text.isEmpty())
                      .collect(Collectors.joining(", ")),
                  cell(peer.difference())));
    }
    page.append(resource("reference-plugins.md"));
  }

  private static String renamed(PeerOperator.Step step) {
    Stream<String> renamed =
        new TreeMap<>(step.parameters())
            .entrySet().stream()
                .filter(entry -> !entry.getKey().equals(entry.getValue()))
                .map(entry -> "`%s`: `%s`".formatted(entry.getKey(), entry.getValue()));
    Stream<String> set =
        new TreeMap<>(step.values())
            .entrySet().stream()
                .map(entry -> "default `%s: %s`".formatted(entry.getKey(), entry.getValue()));
    return Stream.concat(renamed, set).collect(Collectors.joining(", "));
  }

  private static void section(
      OperatorDescription each, List<GoldenCases.Case> cases, StringBuilder page) {
    end(page);
    page.append("\n### ").append(each.name()).append("\n\n");
    page.append(each.summary()).append(' ').append(each.rule()).append("\n\n");
    if (!each.parameters().isEmpty()) {
      page.append("| parameter | default | values | what it does |\n|---|---|---|---|\n");
      each.parameters()
          .forEach(
              parameter ->
                  page.append(
                      "| `%s` | %s | %s | %s |\n"
                          .formatted(
                              parameter.name(),
                              defaultOf(parameter),
                              cell(parameter.allowed()),
                              cell(parameter.description()))));
      page.append('\n');
    }
    if (!each.reasons().isEmpty()) {
      page.append("Reasons: `").append(String.join("`, `", each.reasons())).append("`.\n\n");
    }
    if (!each.parameters().isEmpty()) {
      page.append("```yaml\n").append(each.example()).append("\n```\n\n");
    }
    golden(each, cases, page);
  }

  /** Takes back what would be a second empty line. */
  private static void end(StringBuilder page) {
    if (page.toString().endsWith("\n\n")) {
      page.setLength(page.length() - 1);
    }
  }

  private static void golden(
      OperatorDescription each, List<GoldenCases.Case> cases, StringBuilder page) {
    List<GoldenCases.Case> shown =
        cases.stream()
            .filter(c -> c.operator().equals(each.name()))
            .filter(c -> c.text().length() <= LONGEST && c.expected().length() <= LONGEST)
            .sorted(Comparator.comparing(c -> c.expected().equals("kept")))
            .limit(CASES)
            .toList();
    if (shown.isEmpty()) {
      return;
    }
    shown.forEach(
        c ->
            page.append(
                "- `%s`%s: `%s`\n"
                    .formatted(visible(c.text()), parameters(c), visible(c.expected()))));
  }

  private static String parameters(GoldenCases.Case golden) {
    List<String> texts =
        golden.given().entrySet().stream()
            .map(
                entry ->
                    entry.getKey()
                        + ": "
                        + (entry.getValue().list()
                            ? entry.getValue().texts()
                            : visible(String.join("", entry.getValue().texts()))))
            .toList();
    return texts.isEmpty() ? "" : " with `" + String.join(", ", texts) + "`";
  }

  /** Without what Markdown or an editor would take for something else. */
  private static String visible(String text) {
    StringBuilder visible = new StringBuilder();
    text.codePoints()
        .forEach(
            c -> {
              if (c == '\n') {
                visible.append("\\n");
              } else if (c == '`' || c == '|') {
                visible.append("\\u%04x".formatted(c));
              } else if (c < 0x20 || c > 0x7E && (CharClass.of(c) & CharClass.LETTER) == 0) {
                visible.append(c > 0xFFFF ? "\\U%06x".formatted(c) : "\\u%04x".formatted(c));
              } else {
                visible.appendCodePoint(c);
              }
            });
    return visible.length() == 0 ? " " : visible.toString();
  }

  private static String defaultOf(Parameter<?> parameter) {
    if (parameter.defaultTexts().isEmpty()) {
      return "required";
    }
    List<String> texts = parameter.defaultTexts().get();
    String first = String.join(", ", texts.subList(0, Math.min(texts.size(), LONGEST_LIST)));
    String more =
        texts.size() > LONGEST_LIST ? " and %d more".formatted(texts.size() - LONGEST_LIST) : "";
    return first.isEmpty() ? "empty" : "`" + first + "`" + more;
  }

  private static String cell(String text) {
    return text.replace("|", "\\|");
  }

  private static String resource(String name) {
    try (InputStream in = OperatorReference.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
