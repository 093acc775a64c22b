package dev.sluice.it;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;

/** Takes TLS connections with a certificate that nobody trusts, and says nothing. */
final class SecureListener implements AutoCloseable {
  private final SSLServerSocket listener;

  SecureListener(Certificates certificates) throws IOException {
    char[] password = Certificates.PASSWORD.toCharArray();
    try (InputStream in = Files.newInputStream(certificates.keys())) {
      KeyStore keys = KeyStore.getInstance("PKCS12");
      keys.load(in, password);
      KeyManagerFactory managers =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      managers.init(keys, password);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(managers.getKeyManagers(), null, null);
      listener =
          (SSLServerSocket)
              context
                  .getServerSocketFactory()
                  .createServerSocket(0, 0, InetAddress.getByName("127.0.0.1"));
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
    Thread thread = new Thread(this::accept, "secure-listener");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try (SSLSocket socket = (SSLSocket) listener.accept()) {
        socket.startHandshake();
      } catch (IOException e) {
        continue; // the client does not like it, or all is over
      }
    }
  }

  String endpoint(String scheme) {
    return scheme + "://127.0.0.1:" + listener.getLocalPort();
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }
}
