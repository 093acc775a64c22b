package dev.sluice.storage.table;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/**
 * Assigns the field ids of a schema. Table formats such as Iceberg find columns by them. Readers of
 * such formats may return nulls for a column without an id.
 */
public final class FieldIds {
  private int next;

  private FieldIds(int first) {
    this.next = first;
  }

  /**
   * Returns the fields with consecutive ids from {@code first} on. A group comes before the fields
   * in it. Appending a field does not change the ids of the others.
   */
  public static List<Type> number(List<Type> fields, int first) {
    return new FieldIds(first).number(fields);
  }

  /**
   * Returns the schema with unique ids. They are its own ids, or new ids from 1 if two fields have
   * the same id.
   */
  static MessageType unique(MessageType schema) {
    return areUnique(schema, new HashSet<>())
        ? schema
        : new MessageType(schema.getName(), number(schema.getFields(), 1));
  }

  private List<Type> number(List<Type> fields) {
    List<Type> numbered = new ArrayList<>(fields.size());
    for (Type field : fields) {
      int id = next++;
      Type whole =
          field.isPrimitive()
              ? field
              : field.asGroupType().withNewFields(number(field.asGroupType().getFields()));
      numbered.add(whole.withId(id));
    }
    return numbered;
  }

  private static boolean areUnique(GroupType group, Set<Integer> seen) {
    for (Type field : group.getFields()) {
      if (field.getId() != null && !seen.add(field.getId().intValue())) {
        return false;
      }
      if (!field.isPrimitive() && !areUnique(field.asGroupType(), seen)) {
        return false;
      }
    }
    return true;
  }
}
