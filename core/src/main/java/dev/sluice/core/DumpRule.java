package dev.sluice.core;

import java.util.Objects;

/** A rule that finds the dump of a row; part of an output's content configuration. */
public sealed interface DumpRule {
  /** A column, in which only names of crawls count. The default. */
  record Crawls() implements DumpRule {
    @Override
    public String of(String column) {
      return DumpName.crawlOrUnknown(column);
    }
  }

  /** A column, in which every valid name counts. */
  record Names() implements DumpRule {
    @Override
    public String of(String column) {
      return DumpName.orUnknown(column);
    }
  }

  /** A column, in whose values an expression finds names. */
  record Within(DumpPath expression) implements DumpRule {
    /** Requires an expression. */
    public Within {
      Objects.requireNonNull(expression, "expression");
    }

    @Override
    public String of(String column) {
      return expression.find(column).orElse(DumpName.UNKNOWN);
    }
  }

  /** The path of the file. */
  record OfPath(DumpPath path) implements DumpRule {
    /** Requires a path. */
    public OfPath {
      Objects.requireNonNull(path, "path");
    }

    @Override
    public DumpRule inFile(String file) {
      return new Constant(path.find(file).orElse(DumpName.UNKNOWN));
    }
  }

  /** A column, and the dump of rows without a name in it. */
  record OrElse(DumpRule column, String name) implements DumpRule {
    /** Requires both. */
    public OrElse {
      Objects.requireNonNull(column, "column");
      Objects.requireNonNull(name, "name");
    }

    @Override
    public String of(String named) {
      return column.of(named);
    }

    @Override
    public String withoutColumn() {
      return name;
    }
  }

  /** A constant dump for all rows. */
  record Constant(String name) implements DumpRule {
    /** Requires a name. */
    public Constant {
      Objects.requireNonNull(name, "name");
    }

    @Override
    public String of(String column) {
      return name;
    }

    @Override
    public String withoutColumn() {
      return name;
    }
  }

  /**
   * The rule for the rows of one file.
   *
   * @param file its path relative to the input, with {@code /}
   */
  default DumpRule inFile(String file) {
    return this;
  }

  /** The dump of a row with this name in the column of dumps. */
  default String of(String column) {
    return withoutColumn();
  }

  /** The dump of a row without a name in a column. */
  default String withoutColumn() {
    return DumpName.UNKNOWN;
  }

  /** Whether a column of the source names dumps. */
  default boolean readsColumn() {
    return this instanceof Crawls || namesColumn();
  }

  /** Whether the column was named for dumps of any name. */
  default boolean namesColumn() {
    return this instanceof Names || this instanceof Within;
  }

  /** Whether a dump of this output may have this name, besides {@link DumpName#UNKNOWN}. */
  default boolean allows(String dump) {
    return this instanceof Crawls ? DumpName.isCrawl(dump) : DumpName.isValid(dump);
  }
}
