;;; chart-kernel-attach.el --- Join a kernel that runs  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; Lets a kernel or server that runs be chosen, such as that of a notebook, and
;; shows its charts, or gives it those of a buffer.

;;; Code:

(require 'cl-lib)
(require 'chart-kernel)
(require 'chart-kernel-preview)
(require 'chart-kernel-rpc)

(defun chart-kernel--read-endpoint ()
  "Ask for the endpoint of a kernel, with those that run to choose from."
  (let* ((servers (chart-kernel-servers))
         (completion-extra-properties
          (list :annotation-function
                (lambda (endpoint)
                  (let ((server (cl-find endpoint servers :test #'equal
                                         :key (lambda (each) (plist-get each :endpoint)))))
                    (format "  %s: %s" (plist-get server :command)
                            (abbreviate-file-name
                             (or (plist-get server :notebook) (plist-get server :directory)))))))))
    ;; The newest is the one most likely meant.
    (completing-read "Join the kernel at: " (mapcar (lambda (each) (plist-get each :endpoint)) servers)
                     nil nil nil nil (plist-get (car (last servers)) :endpoint))))

;;;###autoload
(defun chart-kernel-attach (endpoint &optional session)
  "Join the running kernel at ENDPOINT, such as that of a notebook.
Those that run can be chosen.  ENDPOINT may also be a notebook or
a connection file, as in `chart-kernel stdio --connect'.  In a chart's
buffer, its charts are from then on those of the kernel's
SESSION, and what is typed changes them for everybody.  Elsewhere
choose one of the session's charts, and show it."
  (interactive (list (chart-kernel--read-endpoint)))
  (let ((connection (chart-kernel-connect default-directory endpoint session)))
    (condition-case fault
        (chart-kernel-request connection "initialize"
                              '(:protocolVersion "1.0" :clientInfo (:name "Emacs")))
      (chart-kernel-error
       (let ((reason (chart-kernel-error-log connection)))
         (chart-kernel-disconnect connection)
         (user-error "%s" (if (string-empty-p reason) (nth 1 fault) reason)))))
    (if (derived-mode-p 'chart-kernel-mode)
        (progn
          (chart-kernel--disconnect)
          (setq chart-kernel--connection connection)
          (chart-kernel-preview))
      (chart-kernel--show-of connection))))

(defun chart-kernel--show-of (connection)
  "Choose a chart of CONNECTION and show it."
  (let* ((charts (chart-kernel-chart-ids connection))
         (chart (cond ((null charts)
                       (chart-kernel-disconnect connection)
                       (user-error "There is no chart yet"))
                      ((null (cdr charts)) (car charts))
                      (t (completing-read "Chart: " charts nil t))))
         (name (format "*chart: %s*" chart))
         (buffer (progn
                   (when (get-buffer name) (kill-buffer name))
                   (chart-kernel-preview-open name connection chart))))
    (with-current-buffer buffer
      (add-hook 'kill-buffer-hook (lambda () (chart-kernel-disconnect connection)) nil t)
      (chart-kernel-preview-refresh))
    (pop-to-buffer buffer)))

(provide 'chart-kernel-attach)
;;; chart-kernel-attach.el ends here
