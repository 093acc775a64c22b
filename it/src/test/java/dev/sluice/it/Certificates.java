package dev.sluice.it;

import java.nio.file.Path;

/**
 * A broker's key with a certificate of an authority of its own, and a store by which clients trust
 * the authority: resources, because the JDK signs certificates in processes of its keytool only.
 * The script {@code make} beside them makes them.
 *
 * @param keys store of the broker
 * @param trusted store of the clients
 */
public record Certificates(Path keys, Path trusted) {
  /** Of the stores, and of the key. */
  public static final String PASSWORD = "pl4nt3d-s3cr3t";

  /** Valid for a hundred years. */
  public static Certificates valid() {
    return of("valid");
  }

  /** As valid, of another authority. */
  static Certificates others() {
    return of("others");
  }

  /** Valid for a day, which is long ago. */
  static Certificates expired() {
    return of("expired");
  }

  private static Certificates of(String name) {
    Path directory = Repository.file("it/src/test/resources/certificates");
    return new Certificates(
        directory.resolve(name + "-keys.p12"), directory.resolve(name + "-trusted.p12"));
  }
}
