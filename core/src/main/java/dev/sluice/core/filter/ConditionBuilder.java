package dev.sluice.core.filter;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toMap;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Turns expressions whose columns fit into what can be evaluated. */
final class ConditionBuilder implements Expression.Visitor<Condition> {
  private final Map<String, Integer> places;
  private final Map<String, ColumnKind> kinds;

  ConditionBuilder(List<String> columns, Map<String, ColumnKind> kinds) {
    this.places =
        IntStream.range(0, columns.size()).boxed().collect(toMap(columns::get, identity()));
    this.kinds = kinds;
  }

  @Override
  public Condition all(Expression.All all) {
    return new AllOf(conditions(all.parts()));
  }

  @Override
  public Condition any(Expression.Any any) {
    return new AnyOf(conditions(any.parts()));
  }

  private List<Condition> conditions(List<Expression> parts) {
    return parts.stream().map(part -> part.accept(this)).toList();
  }

  @Override
  public Condition comparison(Expression.Comparison comparison) {
    LiteralOrder order =
        comparison.literal().order(kind(comparison.column(), comparison.literal()));
    return condition(comparison.column(), new LiteralComparison(comparison.operator(), order));
  }

  @Override
  public Condition columnComparison(Expression.ColumnComparison comparison) {
    return new ColumnPair(
        places.get(comparison.column()),
        comparison.operator(),
        places.get(comparison.other()),
        ValueOrder.of(kinds.get(comparison.column()), kinds.get(comparison.other())));
  }

  @Override
  public Condition membership(Expression.Membership membership) {
    ColumnKind kind = kind(membership.column(), membership.literals().get(0));
    List<Literal> literals =
        membership.literals().stream().filter(each -> each.fits(kind)).toList();
    return condition(membership.column(), new LiteralSet(kind, literals, membership.isNegated()));
  }

  @Override
  public Condition nullTest(Expression.NullTest test) {
    return new NullCondition(places.get(test.column()), test.isNegated());
  }

  @Override
  public Condition textTest(Expression.TextTest test) {
    byte[] wanted = test.text().getBytes(StandardCharsets.UTF_8);
    return condition(test.column(), test.function().test(wanted, test.isNegated()));
  }

  @Override
  public Condition flag(Expression.Flag flag) {
    LiteralOrder order = LiteralOrder.ofBooleans(!flag.isNegated());
    return condition(flag.column(), new LiteralComparison(ComparisonOperator.EQUAL, order));
  }

  /** The kind of a column. One without values may have any, as far as evaluating goes. */
  private ColumnKind kind(String column, Literal literal) {
    ColumnKind kind = kinds.get(column);
    return kind != ColumnKind.NOTHING
        ? kind
        : Stream.of(ColumnKind.values()).filter(literal::fits).findFirst().orElseThrow();
  }

  private Condition condition(String column, ValueTest test) {
    return new ValueCondition(places.get(column), test);
  }
}
