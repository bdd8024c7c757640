;;; chart-kernel-preview.el --- Charts as pictures to touch  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; The mode of a buffer that shows one chart of a connection, with its keys and
;; commands.

;;; Code:

(require 'chart-kernel-preview-mouse)
(require 'chart-kernel-preview-picture)
(require 'chart-kernel-rpc)

(defvar chart-kernel-preview-mode-map
  (let ((map (make-sparse-keymap)))
    (set-keymap-parent map special-mode-map)
    (dolist (event '([down-mouse-1] [double-down-mouse-1] [triple-down-mouse-1]))
      (define-key map event #'chart-kernel-preview-press))
    (dolist (event '([mouse-1] [drag-mouse-1] [double-mouse-1] [triple-mouse-1]))
      (define-key map event #'ignore))
    (dolist (event '(mouse-4 mouse-5 wheel-up wheel-down mouse-6 mouse-7 wheel-left wheel-right))
      (dolist (prefix '("" "double-" "triple-"))
        (let ((name (concat prefix (symbol-name event))))
          (define-key map (vector (intern name)) #'chart-kernel-preview-wheel)
          (define-key map (vector (intern (concat "C-" name))) #'chart-kernel-preview-wheel-zoom))))
    (pcase-dolist (`(,key . ,name) '(([left] . "ArrowLeft") ([right] . "ArrowRight") ([up] . "ArrowUp")
                                     ([down] . "ArrowDown")
                                     ([S-left] . "Shift+ArrowLeft") ([S-right] . "Shift+ArrowRight")
                                     ([S-up] . "Shift+ArrowUp") ([S-down] . "Shift+ArrowDown")
                                     ([home] . "Home") ([end] . "End")
                                     ([prior] . "PageUp") ([next] . "PageDown")
                                     ("\r" . "Enter") ([return] . "Enter") ([escape] . "Escape")
                                     ("+" . "+") ("-" . "-")))
      (define-key map key (let ((name name))
                            (lambda () (interactive) (chart-kernel-preview-key name)))))
    (define-key map "u" #'chart-kernel-preview-undo)
    (define-key map [remap undo] #'chart-kernel-preview-undo)
    (define-key map "r" #'chart-kernel-preview-redo)
    (define-key map "0" #'chart-kernel-preview-reset)
    (define-key map "a" #'chart-kernel-preview-animate)
    (define-key map "l" #'chart-kernel-preview-toggle)
    (define-key map "e" #'chart-kernel-preview-export)
    (define-key map "g" #'chart-kernel-preview-refresh)
    map)
  "Keys of previews.")

(define-derived-mode chart-kernel-preview-mode special-mode "Chart-Preview"
  "Shows a chart.
Click, drag, turn the wheel, and use the keys that the kernel
knows: arrows (with Shift they brush), Home, End, page up and
down, Enter, Escape, + and -.

\\{chart-kernel-preview-mode-map}"
  (buffer-disable-undo)
  (setq-local cursor-type nil)
  (setq-local truncate-lines t)
  (setq-local header-line-format '(:eval (chart-kernel-preview--header)))
  (add-hook 'chart-kernel-notification-functions #'chart-kernel-preview--notified)
  (add-hook 'chart-kernel-closed-functions #'chart-kernel-preview--closed)
  (add-hook 'window-size-change-functions #'chart-kernel-preview--resized nil t)
  (add-hook 'kill-buffer-hook #'chart-kernel-preview--stop nil t))

(defun chart-kernel-preview--themed (&rest _)
  "Show all charts as they are in a frame that has become light or dark."
  (dolist (buffer (buffer-list))
    (with-current-buffer buffer
      (when (and (eq major-mode 'chart-kernel-preview-mode) chart-kernel-preview-chart
                 chart-kernel-preview-connection)
        (chart-kernel-tell-theme chart-kernel-preview-connection)
        (chart-kernel-preview-refresh)))))

;; Emacs 28 has no such hooks: there it is shown with the next connection.
(when (boundp 'enable-theme-functions)
  (add-hook 'enable-theme-functions #'chart-kernel-preview--themed)
  (add-hook 'disable-theme-functions #'chart-kernel-preview--themed))

(defun chart-kernel-preview-open (name connection chart)
  "Return a buffer NAME with CHART of CONNECTION."
  (with-current-buffer (get-buffer-create name)
    (unless (derived-mode-p 'chart-kernel-preview-mode) (chart-kernel-preview-mode))
    (setq chart-kernel-preview-connection connection)
    (chart-kernel-preview-choose chart)
    (current-buffer)))

(defun chart-kernel-preview-choose (chart)
  "Show CHART, an id of the same connection, or nothing yet if nil."
  (unless (equal chart chart-kernel-preview-chart)
    (chart-kernel-preview--stop)
    (setq chart-kernel-preview-chart chart
          chart-kernel-preview--revision 0
          chart-kernel-preview--told 0)
    (chart-kernel-preview-forget)))

(defun chart-kernel-preview-forget ()
  "Forget what the chart can do, since it may have become one of another kind."
  (setq chart-kernel-preview--scrolls t))

(defun chart-kernel-preview--header ()
  "The header line: what is wrong with the text, or else the chart's name."
  (if chart-kernel-preview-fault
      (propertize (concat " " (replace-regexp-in-string "%" "%%" chart-kernel-preview-fault)) 'face 'error)
    (concat " " (replace-regexp-in-string "%" "%%" (or chart-kernel-preview-chart "")))))

;;; Commands

(defun chart-kernel-preview-key (key)
  "Press KEY, by its name in browsers, in the chart."
  (chart-kernel-preview--send "chart/key" (list :key key) #'chart-kernel-preview--echo))

(defun chart-kernel-preview--step (method done nothing)
  "Send METHOD; say DONE and how the chart is then.
If it changed nothing say NOTHING."
  (chart-kernel-preview--stop)
  (chart-kernel-preview--send
   method nil
   (lambda (result)
     (chart-kernel-preview--say
      (if (eq (plist-get result :changed) t)
          (string-join (delq nil (list done (chart-kernel-state-words result))) ": ")
        nothing)))))

(defun chart-kernel-preview-undo ()
  "Take back what was done to the chart last."
  (interactive nil chart-kernel-preview-mode)
  (chart-kernel-preview--step "chart/undo" "Undone" "Nothing to undo"))

(defun chart-kernel-preview-redo ()
  "Do again what was undone last."
  (interactive nil chart-kernel-preview-mode)
  (chart-kernel-preview--step "chart/redo" "Redone" "Nothing to redo"))

(defun chart-kernel-preview-reset ()
  "Make the chart as if nobody had touched it."
  (interactive nil chart-kernel-preview-mode)
  (chart-kernel-preview--step "chart/reset" "As nobody has touched it" "Nothing to reset"))

(defun chart-kernel-preview-animate ()
  "Play the draw-in animation that the chart's text names."
  (interactive nil chart-kernel-preview-mode)
  (chart-kernel-preview--send "chart/animate"
                              (list :action "start" :ifRunning "restart" :time (float-time))
                              #'chart-kernel-preview--settle))

(defun chart-kernel-preview-toggle (name)
  "Hide the slice or series NAME, or show it again."
  (interactive "sHide or show: " chart-kernel-preview-mode)
  (chart-kernel-preview--send "chart/toggle" (list :series name)))

(defun chart-kernel-preview-export (file)
  "Write the chart's picture as it is now into FILE, as SVG."
  (interactive
   (list (read-file-name "Write picture: " nil nil nil (concat (or chart-kernel-preview-chart "chart") ".svg")))
   chart-kernel-preview-mode)
  (let ((coding-system-for-write 'utf-8-unix))
    (write-region
     (if chart-kernel-preview-chart
         (plist-get (chart-kernel-request chart-kernel-preview-connection "chart/render"
                                          (list :chart chart-kernel-preview-chart))
                    :svg)
       chart-kernel-preview--svg)
     nil file nil nil nil t)))

(provide 'chart-kernel-preview)
;;; chart-kernel-preview.el ends here
