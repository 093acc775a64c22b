package dev.sluice.core;

import java.util.Objects;

/** A rule that finds the dump of a row. It is part of an output's content configuration. */
public sealed interface DumpRule {
  /** Takes the dump from a column. Only names of crawls are valid. This is the default. */
  record Crawls() implements DumpRule {
    @Override
    public String of(String column) {
      return DumpName.crawlOrUnknown(column);
    }
  }

  /** Takes the dump from a column. Every allowed name is valid. */
  record Names() implements DumpRule {
    @Override
    public String of(String column) {
      return DumpName.orUnknown(column);
    }
  }

  /** Takes the dump from a column. An expression finds names in the column's values. */
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

  /** Takes the dump from the path of the file. */
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

  /** Takes the dump from a column. Rows without a name in this column have a fixed dump. */
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

  /** Assigns a constant dump to all rows. */
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
   * Returns the rule for the rows of one file.
   *
   * @param file path of the file relative to the input, with {@code /}
   */
  default DumpRule inFile(String file) {
    return this;
  }

  /** Returns the dump of a row whose column of dumps contains this name. */
  default String of(String column) {
    return withoutColumn();
  }

  /** Returns the dump of a row that has no name in the column of dumps. */
  default String withoutColumn() {
    return DumpName.UNKNOWN;
  }

  /** Returns whether the rule reads a column that names dumps. */
  default boolean readsColumn() {
    return this instanceof Crawls || namesColumn();
  }

  /** Returns whether the column was configured for dumps of any name. */
  default boolean namesColumn() {
    return this instanceof Names || this instanceof Within;
  }

  /** Returns whether a dump of this output may have this name, besides {@link DumpName#UNKNOWN}. */
  default boolean allows(String dump) {
    return this instanceof Crawls ? DumpName.isCrawl(dump) : DumpName.isValid(dump);
  }
}
