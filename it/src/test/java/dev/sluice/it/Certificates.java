package dev.sluice.it;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A broker's key with a certificate of an authority of its own, and a store by which clients trust
 * the authority, made by keytool.
 *
 * @param keys store of the broker
 * @param trusted store of the clients
 */
public record Certificates(Path keys, Path trusted) {
  /** Valid from now on. */
  public static Certificates valid(Path directory, String name, String password) {
    return make(directory.resolve(name), password, "-startdate -1H -validity 30");
  }

  /** Valid for a day, ten days ago. */
  static Certificates expired(Path directory, String name, String password) {
    return make(directory.resolve(name), password, "-startdate -10d -validity 1");
  }

  private static Certificates make(Path prefix, String password, String validity) {
    Keytool keytool = new Keytool(password);
    String authority = prefix + "-authority.p12";
    String keys = prefix + "-keys.p12";
    String trusted = prefix + "-trusted.p12";
    keytool.run(authority, "-genkeypair -alias authority -dname CN=authority -ext bc:c " + key());
    keytool.run(authority, "-exportcert -alias authority -file " + prefix + ".authority");
    keytool.run(keys, "-genkeypair -alias broker -dname CN=broker " + key());
    keytool.run(keys, "-certreq -alias broker -file " + prefix + ".request");
    keytool.run(
        authority,
        "-gencert -alias authority -ext san=ip:127.0.0.1 -infile %s.request -outfile %s.signed %s"
            .formatted(prefix, prefix, validity));
    for (String store : List.of(keys, trusted)) {
      keytool.run(store, "-importcert -alias authority -file " + prefix + ".authority");
    }
    keytool.run(keys, "-importcert -alias broker -file " + prefix + ".signed");
    return new Certificates(Path.of(keys), Path.of(trusted));
  }

  private static String key() {
    return "-keyalg EC -groupname secp256r1 -validity 30";
  }

  /** The JDK's own. */
  private record Keytool(String password) {
    void run(String store, String arguments) {
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
      command.addAll(List.of(arguments.split(" ")));
      command.addAll(List.of("-keystore", store, "-noprompt", "-storetype", "PKCS12"));
      command.addAll(List.of("-storepass", password, "-J-XX:TieredStopAtLevel=1"));
      // Each client opens its store: a tenth of all time of SecurityIT with the 10,000 of the
      // default.
      for (String what : List.of("mac", "certPbe", "keyPbe")) {
        command.add("-J-Dkeystore.pkcs12.%sIterationCount=1000".formatted(what));
      }
      try {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), UTF_8);
        if (process.waitFor() != 0) {
          throw new AssertionError(command + ": " + said);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
