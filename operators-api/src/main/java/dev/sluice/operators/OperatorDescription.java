package dev.sluice.operators;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Everything that is known about an operator before it is created. The reference page, {@code
 * sluice operators} and the checks of recipes use it.
 *
 * @param name its name in recipes, in kebab case
 * @param group the group in which it is listed
 * @param summary one sentence
 * @param rule the exact rule, with all peculiarities; Markdown
 * @param reference the source of the rule
 * @param example its usage in a recipe, as one line of YAML
 * @param parameters its parameters, in the order of the reference page
 * @param reasons its reasons for dropping a document, in the order of its rules
 * @param factory creates the operator
 * @param plugin the plug-in that it comes from; empty for Sluice's own operators
 */
public record OperatorDescription(
    String name,
    OperatorGroup group,
    String summary,
    String rule,
    String reference,
    String example,
    List<Parameter<?>> parameters,
    List<String> reasons,
    OperatorFactory factory,
    Optional<PluginJar> plugin) {

  /** Requires all components. */
  public OperatorDescription {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(group, "group");
    Objects.requireNonNull(summary, "summary");
    Objects.requireNonNull(rule, "rule");
    Objects.requireNonNull(reference, "reference");
    Objects.requireNonNull(example, "example");
    parameters = List.copyOf(parameters);
    reasons = List.copyOf(reasons);
    Objects.requireNonNull(factory, "factory");
    Objects.requireNonNull(plugin, "plugin");
  }

  /** Returns a copy for an operator of a plug-in. The given factory creates the operator. */
  public OperatorDescription of(PluginJar jar, OperatorFactory guarding) {
    return new OperatorDescription(
        name,
        group,
        summary,
        rule,
        reference,
        example,
        parameters,
        reasons,
        guarding,
        Optional.of(jar));
  }

  /** Starts a description. */
  public static Builder of(OperatorGroup group, String name, String summary) {
    return new Builder(group, name, summary);
  }

  /** Builds a description. Not thread-safe. */
  public static final class Builder {
    private final OperatorGroup group;
    private final String name;
    private final String summary;
    private final List<Parameter<?>> parameters = new ArrayList<>();
    private final List<String> reasons = new ArrayList<>();
    private String rule = "";
    private String reference = "";
    private String example;

    private Builder(OperatorGroup group, String name, String summary) {
      this.group = group;
      this.name = name;
      this.summary = summary;
      this.example = "- " + name + ":";
    }

    /** Sets the text that states the exact rule of the operator. */
    public Builder rule(String text) {
      rule = text;
      return this;
    }

    /** Sets the reference from which the rule comes, such as a paper. */
    public Builder reference(String text) {
      reference = text;
      return this;
    }

    /** Sets the parameters of the example, such as {@code {min: 10}}. */
    public Builder example(String text) {
      example = "- " + name + ": " + text;
      return this;
    }

    /** Adds parameters, in the order of the reference page. */
    public Builder parameters(List<? extends Parameter<?>> more) {
      parameters.addAll(more);
      return this;
    }

    /** Adds parameters, in the order of the reference page. */
    public Builder parameters(Parameter<?>... more) {
      return parameters(List.of(more));
    }

    /** Adds reasons for dropping a document, in the order of the rules. */
    public Builder reasons(String... more) {
      reasons.addAll(List.of(more));
      return this;
    }

    /** Completes the description. */
    public OperatorDescription making(OperatorFactory factory) {
      return new OperatorDescription(
          name,
          group,
          summary,
          rule,
          reference,
          example,
          parameters,
          reasons,
          factory,
          Optional.empty());
    }
  }
}
