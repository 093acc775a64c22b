package dev.sluice.jobs.init.sample;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.core.DumpPath;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** A column that has at most one value in a row, and its values in a sample. Not thread-safe. */
public final class SampledColumn {
  /** Finds the name of a crawl within the path of one of its files. */
  public static final DumpPath CRAWL_WITHIN =
      DumpPath.of("(?<dump>CC-MAIN-[0-9]{4}(-[0-9]{2,4})?)(?![0-9-])");

  private static final Set<ValueKind> NUMBERS = EnumSet.of(ValueKind.WHOLE, ValueKind.FRACTION);

  private final String path;
  private final Set<ValueKind> kinds = EnumSet.noneOf(ValueKind.class);
  private final NumberValues numbers = new NumberValues();
  private final TextValues texts = new TextValues();
  private final Optional<ValueTally> tally;
  private final Optional<ValueTally> crawls;
  private int others;

  /**
   * Starts without values.
   *
   * @param path dotted
   */
  public SampledColumn(String path) {
    this.path = path;
    boolean tallied =
        ColumnNames.rankAsId(path).isPresent()
            || ColumnNames.rankAsDump(path).isPresent()
            || ColumnNames.rankAsLanguage(path).isPresent();
    this.tally = tallied ? Optional.of(new ValueTally()) : Optional.empty();
    boolean searched =
        ColumnNames.rankAsDump(path).isPresent() || ColumnNames.rankAsCrawlFile(path).isPresent();
    this.crawls = searched ? Optional.of(new ValueTally()) : Optional.empty();
  }

  /** Says what its values are, even if none comes. */
  void declare(ValueKind kind) {
    kinds.add(kind);
  }

  void addText(int row, byte[] bytes, int offset, int length) {
    kinds.add(ValueKind.TEXT);
    texts.add(row, bytes, offset, length);
    tally.ifPresent(each -> each.add(row, new String(bytes, offset, length, UTF_8)));
    crawls.ifPresent(
        each ->
            CRAWL_WITHIN
                .find(new String(bytes, offset, length, UTF_8))
                .ifPresent(name -> each.add(row, name)));
  }

  /**
   * Adds a number.
   *
   * <p>digits all of its digits
   */
  public void addNumber(int row, double value, ValueKind kind, Supplier<String> digits) {
    kinds.add(kind);
    numbers.add(row, value);
    tally.ifPresent(each -> each.add(row, digits.get()));
  }

  void addOther(ValueKind kind) {
    kinds.add(kind);
    others++;
  }

  /** The dotted path. */
  public String path() {
    return path;
  }

  /** Whether all of its values are texts. */
  public boolean isText() {
    return kinds.equals(EnumSet.of(ValueKind.TEXT));
  }

  /** Whether it has lists among its values. */
  public boolean hasLists() {
    return kinds.contains(ValueKind.LIST);
  }

  /** Whether all of its values are numbers. */
  public boolean isNumber() {
    return !kinds.isEmpty() && NUMBERS.containsAll(kinds);
  }

  /** Whether all of its values are integers by their type. */
  public boolean isWholeByType() {
    return kinds.equals(EnumSet.of(ValueKind.WHOLE));
  }

  /** Whether all finite numbers of the sample are integers. */
  public boolean isWholeByValue() {
    return numbers.finite().allMatch(value -> value == Math.rint(value));
  }

  /** Number of rows with a value. */
  public int values() {
    return texts.count() + numbers.count() + others;
  }

  /** Its numbers. */
  public NumberValues numbers() {
    return numbers;
  }

  /** Its texts. */
  public TextValues texts() {
    return texts;
  }

  /** How often its values occur; counted only if the name is that of an id, dump or language. */
  public ValueTally tally() {
    return tally.orElseThrow();
  }

  /** Crawls that its values name; searched for only if its name is that of a dump or its files. */
  public ValueTally crawls() {
    return crawls.orElseThrow();
  }

  /** What it holds, for people. */
  public String describe() {
    return ValueKind.describe(kinds);
  }
}
