package dev.sluice.cli;

import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorGroup;
import dev.sluice.operators.Parameter;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Describes operators as text and as trees for JSON. */
final class OperatorHelp {
  private static final int LONGEST_LIST = 8;
  private static final int WIDTH = 96;

  private OperatorHelp() {}

  /** Prints one line for each operator, by group. */
  static void list(List<OperatorDescription> descriptions, PrintWriter out) {
    int width = descriptions.stream().mapToInt(each -> each.name().length()).max().orElse(1);
    for (OperatorGroup group : OperatorGroup.values()) {
      if (descriptions.stream().noneMatch(each -> each.group() == group)) {
        continue;
      }
      out.printf("%s (%s): %s%n", group.title(), group.kind(), group.summary());
      descriptions.stream()
          .filter(each -> each.group() == group)
          .forEach(each -> out.printf("  %-" + width + "s  %s%n", each.name(), each.summary()));
      out.println();
    }
    out.println("sluice operators NAME shows parameters, defaults and the exact rule.");
  }

  /** Prints everything about one operator. */
  static void describe(OperatorDescription description, PrintWriter out) {
    out.printf("%s (%s)%n", description.name(), description.group().kind());
    paragraph(description.summary(), "  ", out);
    paragraph(description.rule(), "  ", out);
    out.println();
    for (Parameter<?> parameter : description.parameters()) {
      out.printf("  %s: %s%n", parameter.name(), defaultOf(parameter));
      paragraph(parameter.description(), "      ", out);
      paragraph("Allowed: " + parameter.allowed() + ".", "      ", out);
    }
    if (!description.reasons().isEmpty()) {
      paragraph("Reasons: " + String.join(", ", description.reasons()), "  ", out);
    }
    if (!description.reference().isEmpty()) {
      paragraph("Source: " + description.reference(), "  ", out);
    }
    description
        .plugin()
        .ifPresent(
            jar -> paragraph("Plug-in: %s %s".formatted(jar.name(), jar.identity()), "  ", out));
    out.printf("  Example:%n    %s%n%n", description.example());
  }

  private static String defaultOf(Parameter<?> parameter) {
    return parameter.defaultTexts().map(OperatorHelp::shown).orElse("(required)");
  }

  private static String shown(List<String> texts) {
    if (texts.size() > LONGEST_LIST) {
      List<String> first = texts.subList(0, LONGEST_LIST);
      return String.join(", ", first) + ", and %d more".formatted(texts.size() - LONGEST_LIST);
    }
    String text = String.join(", ", texts);
    return text.isEmpty() ? "\"\"" : text;
  }

  private static void paragraph(String text, String indent, PrintWriter out) {
    StringBuilder line = new StringBuilder(indent);
    for (String word : text.split(" ")) {
      if (line.length() + word.length() > WIDTH) {
        out.println(line.toString().stripTrailing());
        line = new StringBuilder(indent);
      }
      line.append(word).append(' ');
    }
    if (!line.toString().isBlank()) {
      out.println(line.toString().stripTrailing());
    }
  }

  /** Returns the description of an operator as maps and lists, for JSON. */
  static Map<String, Object> tree(OperatorDescription description) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("name", description.name());
    tree.put("group", description.group().title());
    tree.put("kind", description.group().kind());
    tree.put("summary", description.summary());
    tree.put("rule", description.rule());
    tree.put("reference", description.reference());
    tree.put("example", description.example());
    tree.put("reasons", description.reasons());
    tree.put("parameters", description.parameters().stream().map(OperatorHelp::tree).toList());
    description.plugin().ifPresent(jar -> tree.put("plugin", jar.name() + " " + jar.identity()));
    return tree;
  }

  private static Map<String, Object> tree(Parameter<?> parameter) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("name", parameter.name());
    tree.put("allowed", parameter.allowed());
    parameter
        .defaultTexts()
        .ifPresent(
            texts -> tree.put("default", parameter.isList() ? texts : String.join(", ", texts)));
    tree.put("description", parameter.description());
    return tree;
  }
}
