package dev.sluice.core.filter;

import dev.sluice.core.filter.FilterLexer.Kind;
import dev.sluice.core.filter.FilterLexer.Token;
import dev.sluice.core.values.Suggestion;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Reads one expression by recursive descent. Only parentheses cause recursion. */
final class FilterParser {
  private static final Set<Kind> AFTER_CONDITION =
      EnumSet.of(Kind.AND, Kind.OR, Kind.CLOSE, Kind.END);

  private static final String COMPARISONS = "==, !=, <, <=, >, >=";
  private static final String CONDITION = "a column, a literal, a function, ! or (";
  private static final String LITERAL = "a number, a string in quotes, true or false";

  private final String text;
  private final FilterLexer lexer;
  private Token token;
  private int depth;

  FilterParser(String text) {
    this.text = text;
    this.lexer = new FilterLexer(text);
    this.token = lexer.next();
  }

  /**
   * Parses the whole text.
   *
   * @throws Filter.SyntaxException if the text is not an expression
   */
  Expression parse() {
    Expression expression = disjunction();
    if (token.kind() != Kind.END) {
      throw unexpected(afterCondition());
    }
    return expression;
  }

  private Expression disjunction() {
    List<Expression> parts = new ArrayList<>();
    do {
      parts.add(conjunction());
    } while (accept(Kind.OR));
    return Expression.Junction.of(false, parts);
  }

  private Expression conjunction() {
    List<Expression> parts = new ArrayList<>();
    do {
      parts.add(negation());
    } while (accept(Kind.AND));
    return Expression.Junction.of(true, parts);
  }

  private Expression negation() {
    boolean negated = false;
    while (accept(Kind.NOT)) {
      negated = !negated;
    }
    Expression expression = token.kind() == Kind.OPEN ? parentheses() : condition();
    return negated ? expression.negated() : expression;
  }

  private Expression parentheses() {
    if (++depth > Filter.MAX_DEPTH) {
      throw wrong(
          token, "more than %d open parentheses".formatted(Filter.MAX_DEPTH), "fewer parentheses");
    }
    require(Kind.OPEN, "(");
    Expression expression = disjunction();
    require(Kind.CLOSE, afterCondition());
    depth--;
    return expression;
  }

  private Expression condition() {
    if (token.kind() != Kind.NAME) {
      return comparisonOf(literal(CONDITION));
    }
    Token name = advance();
    return token.kind() == Kind.OPEN ? function(name) : conditionOf(name.value());
  }

  /** Parses a comparison that begins with a literal. */
  private Expression comparisonOf(Literal literal) {
    Expression.ComparisonOperator operator = operator(COMPARISONS);
    String column = require(Kind.NAME, "a column").value();
    return test(column, new Expression.Comparison(operator.mirrored(), literal), false);
  }

  private Expression conditionOf(String column) {
    if (AFTER_CONDITION.contains(token.kind())) {
      return test(column, new Expression.Flag(), false);
    }
    if (accept(Kind.IS)) {
      boolean negated = accept(Kind.NOT);
      require(Kind.NULL, negated ? "null" : "null or not null");
      return new Expression.NullTest(column, negated);
    }
    if (accept(Kind.IN)) {
      return test(column, new Expression.Membership(literals()), false);
    }
    if (accept(Kind.NOT)) {
      require(Kind.IN, "in");
      return test(column, new Expression.Membership(literals()), true);
    }
    Expression.ComparisonOperator operator =
        operator(COMPARISONS + ", in, not in, is null, is not null, " + afterCondition());
    return token.kind() == Kind.NAME
        ? new Expression.ColumnComparison(column, operator, advance().value())
        : test(
            column, new Expression.Comparison(operator, literal(LITERAL + ", or a column")), false);
  }

  private static Expression test(String column, Expression.Check check, boolean isNegated) {
    return new Expression.Test(column, check, isNegated);
  }

  private Expression.ComparisonOperator operator(String allowed) {
    return Expression.ComparisonOperator.of(require(Kind.COMPARISON, allowed).value());
  }

  private List<Literal> literals() {
    require(Kind.OPEN, "(");
    List<Literal> literals = new ArrayList<>();
    do {
      literals.add(literal(LITERAL));
    } while (accept(Kind.COMMA));
    require(Kind.CLOSE, "a comma or )");
    return List.copyOf(literals);
  }

  private Literal literal(String allowed) {
    return switch (token.kind()) {
      case NUMBER -> number();
      case STRING -> new Literal(advance().value());
      case TRUE, FALSE -> new Literal(advance().kind() == Kind.TRUE);
      case NULL -> throw unexpected(allowed + "; to find nulls, use is null");
      default -> throw unexpected(allowed);
    };
  }

  private Literal number() {
    Token number = advance();
    return Literal.number(number.value())
        .orElseThrow(() -> wrong(number, found(number), Literal.NUMBERS));
  }

  private Expression function(Token name) {
    Expression.TextFunction function =
        Expression.TextFunction.of(name.value()).orElseThrow(() -> noFunction(name));
    require(Kind.OPEN, "(");
    String column = require(Kind.NAME, "a column").value();
    require(Kind.COMMA, "a comma");
    String text = require(Kind.STRING, "a string in quotes").value();
    require(Kind.CLOSE, ")");
    return test(column, new Expression.TextMatch(function, text), false);
  }

  private Filter.SyntaxException noFunction(Token name) {
    List<String> names = Expression.TextFunction.names();
    String near = Suggestion.near(name.value(), names);
    return wrong(name, "the function " + found(name), String.join(", ", names) + near);
  }

  private String afterCondition() {
    return depth == 0 ? "&&, || or the end of the filter" : "&&, || or )";
  }

  private boolean accept(Kind kind) {
    boolean accepted = token.kind() == kind;
    if (accepted) {
      advance();
    }
    return accepted;
  }

  private Token require(Kind kind, String allowed) {
    if (token.kind() != kind) {
      throw unexpected(allowed);
    }
    return advance();
  }

  private Token advance() {
    Token passed = token;
    token = lexer.next();
    return passed;
  }

  private Filter.SyntaxException unexpected(String allowed) {
    boolean isWord = token.kind() != Kind.END && FilterLexer.beginsName(text.charAt(token.start()));
    String hint = isWord ? "; if this is the name of a column, put the name in backquotes" : "";
    return wrong(token, found(token), allowed + hint);
  }

  private String found(Token found) {
    if (found.kind() == Kind.END) {
      return "the end";
    }
    return '"' + FilterLexer.shortened(text.substring(found.start(), found.end())) + '"';
  }

  private Filter.SyntaxException wrong(Token at, String found, String allowed) {
    return new Filter.SyntaxException(lexer.position(at.start()), found, allowed);
  }
}
