package dev.sluice.storage.shard;

import dev.sluice.core.values.Suggestion;
import dev.sluice.storage.source.ColumnMapping;
import dev.sluice.storage.source.ColumnRole;
import dev.sluice.storage.table.TableSchema;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Chooses the columns of shards. They are id, text, score and dump in Sluice's form, and columns of
 * the source that rows carry along unchanged.
 *
 * @param entries names in order; or {@value #ALL}, followed by the names to omit, each with the
 *     prefix {@value #BUT}
 */
public record ColumnChoice(List<String> entries) {
  /** Means all columns of the source. */
  public static final String ALL = "all";

  /** The prefix that marks a column to leave out. */
  public static final String BUT = "-";

  /**
   * The columns with a role that {@link #ALL} includes. No role may be added to this list, because
   * existing outputs would get another column.
   */
  private static final List<String> ALWAYS =
      Stream.of(ColumnRole.ID, ColumnRole.TEXT, ColumnRole.SCORE).map(ColumnRole::field).toList();

  /** Copies the list. */
  public ColumnChoice {
    entries = List.copyOf(entries);
  }

  /**
   * Returns whether rows carry columns of the source along. The types of these columns must then be
   * known.
   */
  public boolean carries() {
    return !ColumnRole.FIELDS.containsAll(entries);
  }

  /** Returns the names of all columns, in file order, given the carried columns. */
  public List<String> names(TableSchema carried) {
    if (!isAll()) {
      return entries;
    }
    List<String> names = new ArrayList<>(ALWAYS);
    names.removeAll(leftOut());
    names.addAll(carried.topLevel());
    return names;
  }

  /** Returns whether these are exactly the named columns. It is true if all columns are chosen. */
  public boolean fits(TableSchema carried) {
    Set<String> named = new HashSet<>(entries);
    ColumnRole.FIELDS.forEach(named::remove);
    return isAll() || named.equals(Set.copyOf(carried.topLevel()));
  }

  /** Returns whether a top-level column of the source is carried along. */
  public boolean isCarried(String name, ColumnMapping mapping) {
    if (!isAll()) {
      return entries.contains(name) && !ColumnRole.FIELDS.contains(name);
    }
    return !ALWAYS.contains(name) && !name.equals(mapping.text()) && !leftOut().contains(name);
  }

  /**
   * Lists the problems of the choice.
   *
   * @param there the names of all top-level columns of the source's files
   * @param mapping the columns with a role
   */
  public List<String> problems(Collection<String> there, ColumnMapping mapping) {
    List<String> problems = new ArrayList<>();
    for (String name : isAll() ? leftOut() : entries) {
      boolean own = isAll() ? ALWAYS.contains(name) : ColumnRole.FIELDS.contains(name);
      if (!own && !there.contains(name)) {
        problems.add(missing(name, there));
      }
    }
    for (String name : isAll() ? shadowed(mapping) : Set.<String>of()) {
      if (there.contains(name) && !leftOut().contains(name)) {
        problems.add(
            "the column %s of the source would be lost because another column is written under this name: omit the column of the source with {all-but: [%s]}, or map it under input.columns"
                .formatted(name, name));
      }
    }
    return problems;
  }

  private boolean isAll() {
    return entries.contains(ALL);
  }

  private Set<String> leftOut() {
    Set<String> names = new LinkedHashSet<>();
    for (String entry : entries) {
      if (entry.startsWith(BUT)) {
        names.add(entry.substring(BUT.length()));
      }
    }
    return names;
  }

  private static String missing(String name, Collection<String> there) {
    return "no file has the column %s; available columns are %s%s"
        .formatted(name, String.join(", ", there), Suggestion.near(name, there));
  }

  /**
   * Returns the names under which Sluice writes a different column of the source, or a value that
   * is in no column.
   */
  private static Set<String> shadowed(ColumnMapping mapping) {
    Set<String> names = new HashSet<>(ALWAYS);
    names.removeIf(
        name -> ColumnRole.of(name).flatMap(mapping::column).filter(name::equals).isPresent());
    return names;
  }
}
