package dev.sluice.app.launch;

import java.util.Iterator;
import java.util.List;

/**
 * The words of a command line that the JVM's options depend on: the command, and where memory is
 * configured. The command is the first word that is neither an option nor the value of one. Other
 * options of commands need not be known here, because the program refuses values that look like an
 * option.
 */
public final class CommandWords {
  /** Short options without a value, which may precede {@code c} in one word. */
  private static final String FLAGS = "vqhV";

  private final Iterator<String> words;
  private String command = "";
  private String memory = "";
  private String assignedMemory = "";
  private String file = "";

  /** Reads the words of a command line. If an option is repeated, the last one counts. */
  public CommandWords(List<String> line) {
    this.words = line.iterator();
    while (words.hasNext()) {
      String word = words.next();
      if (word.equals("--")) {
        return;
      }
      read(word);
    }
  }

  private void read(String word) {
    if (word.startsWith("--")) {
      readLong(word);
    } else if (word.startsWith("-")) {
      readShort(word);
    } else if (command.isEmpty()) {
      command = word;
    }
  }

  private void readLong(String word) {
    int equals = word.indexOf('=');
    switch (equals < 0 ? word : word.substring(0, equals)) {
      case "--memory":
        if (JvmProfile.hasMemoryOption(command)) {
          memory = value(word, equals);
        }
        break;
      case "--set":
        assign(value(word, equals));
        break;
      case "--config":
        file = value(word, equals);
        break;
      case "--log-level",
      "--log-file",
      "--log-format",
      "--progress",
      "--plugins",
      "--plugin-timeout":
        value(word, equals);
        break;
      default: // an option of a command
    }
  }

  private String value(String word, int equals) {
    if (equals >= 0) {
      return word.substring(equals + 1);
    }
    return words.hasNext() ? words.next() : "";
  }

  private void assign(String assignment) {
    int equals = assignment.indexOf('=');
    if (equals > 0 && assignment.substring(0, equals).strip().equals("memory")) {
      assignedMemory = assignment.substring(equals + 1);
    }
  }

  private void readShort(String word) {
    int at = 1;
    while (at < word.length() && FLAGS.indexOf(word.charAt(at)) >= 0) {
      at++;
    }
    if (at < word.length() && word.charAt(at) == 'c') {
      String value = word.substring(at + 1);
      file = value.isEmpty() ? value("", -1) : value.startsWith("=") ? value.substring(1) : value;
    }
  }

  /** The command; empty if there is none. */
  public String command() {
    return command;
  }

  /** The value of {@code --memory}; empty if it is not given. */
  public String memory() {
    return memory;
  }

  /** The value that {@code --set} gives the key {@code memory}; empty if none. */
  public String assignedMemory() {
    return assignedMemory;
  }

  /** The configuration file; empty if there is none. */
  public String file() {
    return file;
  }
}
