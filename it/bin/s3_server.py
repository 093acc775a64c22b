"""S3Proxy for checks."""

import contextlib
import os
import pathlib
import socket
import subprocess
import sys
import time

PROGRAMS = pathlib.Path(__file__).resolve().parents[1] / "target/s3proxy"
BUCKET = "lake"
KEY, SECRET = "identity-of-tests", "secret-of-tests"


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


@contextlib.contextmanager
def server(work):
    """S3Proxy on a directory with one bucket, named by the environment of this process."""
    program = next(PROGRAMS.glob("*.jar"), None)
    if program is None:
        print("no server of S3: mvn -q -Dquick -Ds3 -DskipTests -pl it -am verify", file=sys.stderr)
        sys.exit(2)
    port = free_port()
    (work / "buckets" / BUCKET).mkdir(parents=True)
    settings = work / "server.conf"
    settings.write_text(
        f"s3proxy.endpoint=http://127.0.0.1:{port}\n"
        "s3proxy.authorization=aws-v2-or-v4\n"
        f"s3proxy.identity={KEY}\n"
        f"s3proxy.credential={SECRET}\n"
        "jclouds.provider=filesystem-nio2\n"
        f"jclouds.filesystem.basedir={work / 'buckets'}\n"
    )
    os.environ |= {
        "AWS_ENDPOINT_URL_S3": f"http://127.0.0.1:{port}",
        "AWS_ACCESS_KEY_ID": KEY,
        "AWS_SECRET_ACCESS_KEY": SECRET,
        "AWS_REGION": "us-east-1",
        "AWS_DEFAULT_REGION": "us-east-1",
    }
    with open(work / "server.log", "wb") as log:
        command = ["java", "-Xmx256m", "-jar", program, "--properties", settings]
        process = subprocess.Popen(command, stdout=log, stderr=log)
    try:
        await_answer(process, port)
        yield
    finally:
        process.kill()
        process.wait()


def await_answer(process, port):
    deadline = time.monotonic() + 60
    while process.poll() is None and time.monotonic() < deadline:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except OSError:
            time.sleep(0.1)
    sys.exit("S3Proxy does not answer")
