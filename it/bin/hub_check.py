#!/usr/bin/env python3
"""What hub-check does: hub_check.py CLASSES WORK"""
import os
import pathlib
import random
import subprocess
import sys

TOKEN = "hf_secret"
NAMES = ["README.md", "a b.parquet", "ünïcode 文.parquet", "100%.parquet", "a+b&c=d.parquet", "x/[y]/{z}.parquet"]


class Check:
    def __init__(self, directory, hub):
        os.environ.update(HF_ENDPOINT=hub, HF_TOKEN=TOKEN, HF_HOME=str(directory / "home"), HF_HUB_DISABLE_XET="1")
        import huggingface_hub  # reads the environment

        self.files = {str(file.relative_to(directory / "data")): file.read_bytes()
                      for file in (directory / "data").rglob("*") if file.is_file()}
        self.library, self.api, self.failed = huggingface_hub, huggingface_hub.HfApi(), 0

    def tell(self, right, what):
        print("ok  " if right else "WRONG", what, flush=True)
        self.failed += not right

    def fails(self, error, what, call):
        try:
            call()
            self.tell(False, f"{what}: no error")
        except Exception as e:
            self.tell(type(e).__name__ == error, f"{what}: {type(e).__name__}")

    def tree(self, **more):
        return list(self.api.list_repo_tree("org/name", repo_type="dataset", **more))

    def listing(self):
        found = {entry.path: entry.size for entry in self.tree(recursive=True) if hasattr(entry, "size")}
        self.tell(found == {name: len(data) for name, data in self.files.items()},
                  f"{len(found):,} files in pages, with their sizes")
        self.tell(len(self.tree(path_in_repo="many")) == 1_204, "a directory of them")
        commit = self.api.dataset_info("org/name").sha
        self.tell(self.tree(revision=commit) == self.tree(), f"the commit {commit}")

    def reading(self):
        system = self.library.HfFileSystem()
        for name in NAMES:
            path = self.library.hf_hub_download("org/name", name, repo_type="dataset")
            self.tell(pathlib.Path(path).read_bytes() == self.files[name], f"{name} downloaded")
            with system.open(f"datasets/org/name/{name}", "rb", block_size=1_000) as file:
                file.seek(777)
                self.tell(file.read(2_000) == self.files[name][777:2_777], f"{name} by ranges")

    def refusals(self):
        self.fails("RevisionNotFoundError", "no such revision", lambda: self.tree(revision="v9"))
        self.fails("RemoteEntryNotFoundError", "no such directory", lambda: self.tree(path_in_repo="none"))
        other = self.library.HfApi(token="hf_other")
        self.fails("GatedRepoError", "another token",
                   lambda: list(other.list_repo_tree("org/name", repo_type="dataset")))
        self.fails("RepositoryNotFoundError", "no such data set", lambda: self.api.dataset_info("org/none"))


def main(classes, work):
    data, rng = work / "data", random.Random(7)
    for name in NAMES + [f"many/{i:05}.parquet" for i in range(1_204)]:
        file = data / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(rng.randbytes(5_000 if name in NAMES else 10))
    java = pathlib.Path(os.environ["JAVA_HOME"], "bin/java") if "JAVA_HOME" in os.environ else "java"
    command = [java, "-cp", classes, "dev.sluice.objects.hub.FakeHub", str(data), "0", TOKEN]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as hub:
        try:
            check = Check(work, hub.stdout.readline().strip())
            print("huggingface_hub", check.library.__version__)
            check.listing()
            check.reading()
            check.refusals()
        finally:
            hub.kill()
    return check.failed > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], pathlib.Path(sys.argv[2])))
