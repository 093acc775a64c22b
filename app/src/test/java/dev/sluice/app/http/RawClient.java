package dev.sluice.app.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;

/** A client that writes what it is told, right or wrong. */
public final class RawClient {
  static final int MOST_WAIT_MILLIS = 120_000;

  private final int port;

  /** A client of a server on the loopback address. */
  public RawClient(int port) {
    this.port = port;
  }

  /** The answer to a request, with its headers, until the server closes the connection. */
  public String get(String path) throws IOException {
    return ask("GET " + path, "localhost");
  }

  String ask(String methodAndPath, String host) throws IOException {
    try (Socket socket = open(methodAndPath, host)) {
      return new String(socket.getInputStream().readAllBytes(), UTF_8);
    }
  }

  /** A connection with a request of which nothing is read. */
  Socket open(String methodAndPath, String host) throws IOException {
    Socket socket = connect();
    write(socket, methodAndPath + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n");
    return socket;
  }

  /** A connection on which nothing was asked. */
  Socket connect() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(MOST_WAIT_MILLIS);
    return socket;
  }

  static void write(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(UTF_8));
  }
}
