"""What to add to a hub's jupyterhub_config.py so that its users have the kernel."""

c = get_config()  # noqa: F821

# ── The users' servers run on the hub's machine ──────────────────────────────────────────────────────────────────────
#
# `chart-kernel install --prefix /usr/local` has made the kernel known to all, and jupyter_server_config.py lies in
# /etc/jupyter. Kernels and servers talk over files there, whose paths may have about a hundred characters: the place
# that Jupyter would choose, below each home, may be too deep.


def make_runtime_directory(spawner):
    """Makes the user's folder for sockets, into which nobody else can look."""
    import os
    import pwd

    user = pwd.getpwnam(spawner.user.name)
    path = f"/run/jupyter/{user.pw_name}"
    os.makedirs(path, mode=0o700, exist_ok=True)
    os.chown(path, user.pw_uid, user.pw_gid)
    spawner.environment = {**spawner.environment, "JUPYTER_RUNTIME_DIR": path}


c.Spawner.pre_spawn_hook = make_runtime_directory

# ── Or each runs in a container or pod of its own: take these instead ────────────────────────────────────────────────
#
# c.JupyterHub.spawner_class = "dockerspawner.DockerSpawner"
# c.DockerSpawner.image = "chart-kernel-lab:latest"
# c.DockerSpawner.cmd = ["jupyterhub-singleuser"]
# c.DockerSpawner.remove = True
#
# c.JupyterHub.spawner_class = "kubespawner.KubeSpawner"
# c.KubeSpawner.image = "chart-kernel-lab:latest"
# c.KubeSpawner.cmd = ["jupyterhub-singleuser"]
# c.KubeSpawner.uid, c.KubeSpawner.gid, c.KubeSpawner.fs_gid = 1000, 100, 100
