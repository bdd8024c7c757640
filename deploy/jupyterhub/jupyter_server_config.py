"""For each user's server: /etc/jupyter/jupyter_server_config.py, or etc/jupyter below the environment's prefix."""

c = get_config()  # noqa: F821

# Kernels and their server talk over sockets in files that are the user's alone. Over TCP, which is Jupyter's default,
# anybody with an account on the same machine could connect to iopub and read what others' notebooks show.
c.KernelManager.transport = "ipc"

# Where the kernels must be on TCP, this keeps their outputs private instead; kernels that know no encryption don't start.
# c.KernelManager.transport_encryption = "required"

# Kernels of closed notebooks end after an hour.
c.MappingKernelManager.cull_idle_timeout = 3600
c.MappingKernelManager.cull_interval = 300
