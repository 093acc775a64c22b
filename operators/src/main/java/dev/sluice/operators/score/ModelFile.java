package dev.sluice.operators.score;

import dev.sluice.core.Digests;
import dev.sluice.operators.Arguments;
import dev.sluice.operators.Parameter;
import dev.sluice.operators.ValueType;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/** A file of a model on a local disk. It is read when it is needed. Immutable. */
public final class ModelFile {
  /** The value that allows any hash. */
  static final String ANY = "any";

  private final String parameter;
  private final String hashParameter;
  private final Path path;
  private final String sha256;

  /**
   * Creates a reference to a file, and computes the file's SHA-256 if none is set.
   *
   * @param parameter the parameter for its path
   * @param hash the parameter for its SHA-256
   * @throws IllegalArgumentException if the file must be read but cannot be read
   */
  ModelFile(Arguments arguments, Parameter<Path> parameter, Parameter<Optional<String>> hash) {
    this.parameter = parameter.name();
    this.hashParameter = hash.name();
    this.path = arguments.value(parameter);
    this.sha256 = arguments.value(hash).orElseGet(this::found);
  }

  /**
   * Returns the type of the SHA-256 that a file must have. Its value is empty if any SHA-256 is
   * allowed.
   */
  static ValueType<Optional<String>> hash() {
    ValueType<String> hash = ValueType.matching("[0-9a-f]{64}", "64 hexadecimal digits");
    return ValueType.absentAs(ANY, ANY + " or " + hash.allowed(), hash);
  }

  /** Returns the path. */
  public Path path() {
    return path;
  }

  /** Returns the name of the parameter for the path. */
  String parameter() {
    return parameter;
  }

  /** Returns the name of the parameter for the SHA-256. */
  String hashParameter() {
    return hashParameter;
  }

  /** Returns the SHA-256 of the file in hexadecimal. */
  public String sha256() {
    return sha256;
  }

  /**
   * Checks that the file has the SHA-256.
   *
   * @throws IllegalArgumentException if the file cannot be read, or has a different SHA-256
   */
  public void check() {
    String found = found();
    if (!found.equals(sha256)) {
      throw new IllegalArgumentException(
          "%s: %s has the SHA-256 %s; must be %s, as in the recipe or when the output was started"
              .formatted(parameter, path, found, sha256));
    }
  }

  private String found() {
    try {
      return Digests.ofFile(Digests.sha256(), path);
    } catch (IOException e) {
      throw unusable(e);
    }
  }

  /** Returns the exception for a file that cannot be used. */
  public IllegalArgumentException unusable(IOException cause) {
    return new IllegalArgumentException("%s: %s".formatted(parameter, why(cause)), cause);
  }

  /**
   * Returns the system's message with the file added, because this message may contain only the
   * reason.
   */
  private String why(IOException cause) {
    if (cause instanceof NoSuchFileException) {
      return path + " does not exist";
    }
    if (cause instanceof AccessDeniedException) {
      return path + " cannot be read by this user";
    }
    String message = String.valueOf(cause.getMessage());
    return message.contains(path.toString()) ? message : path + ": " + message;
  }
}
