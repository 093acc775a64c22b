package dev.sluice.jobs.init;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A list of messages in each row, such as {@code messages} with {@code role} and {@code content}.
 *
 * @param list path of the list
 * @param role field of a message that says whose it is
 * @param content field of a message that holds its text
 */
record Chat(String list, String role, String content) {
  private static final List<String> ROLES = List.of("role", "from", "speaker");
  private static final List<String> CONTENTS = List.of("content", "value", "text");

  /**
   * A field of a structure in a list, by any of the names that writers give to the inner levels.
   */
  private static final Pattern IN_LIST =
      Pattern.compile(
          "(.+)\\.(?:list\\.(?:element|item|array|array_element)|bag\\.array_element|array)\\.([^.]+)");

  /** The first one in a sample. */
  static Optional<Chat> of(InputSample sample) {
    List<Field> fields =
        Stream.concat(sample.declared().stream().map(Column::path), sample.inLists().stream())
            .map(IN_LIST::matcher)
            .filter(Matcher::matches)
            .map(inList -> new Field(inList.group(1), inList.group(2)))
            .toList();
    return fields.stream()
        .filter(field -> field.isOneOf(CONTENTS))
        .flatMap(
            content ->
                fields.stream()
                    .filter(role -> role.list.equals(content.list) && role.isOneOf(ROLES))
                    .map(role -> new Chat(content.list, role.name, content.name)))
        .findFirst();
  }

  private record Field(String list, String name) {
    boolean isOneOf(List<String> names) {
      return names.contains(name.toLowerCase(Locale.ROOT));
    }
  }
}
